import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { formPage } from '../examples/example-pages.ts'
import * as signOut from './sign-out.tsx'

test('signing out is clean, before it was done and after', async () => {
  for (const isSignedIn of [true, false]) {
    const state = formPage({
      at: '/sign-out',
      page: layer('routes/sign-out', signOut, { path: ':language/sign-out', loaderData: { isSignedIn } }),
      heading: (t) => t(($) => (isSignedIn ? $.signOut.title : $.signOut.doneTitle)),
    })
    expect(await faultsOfPage(state)).toEqual([])
  }
})
