import { globSync, readFileSync } from 'node:fs'
import { routeTables } from '@bollard/contracts'
import { expect, test } from 'vitest'

const inList = 'the list of them says the same of each'
const byIds = 'for programs that hold ids; pages list what a person sees'

/** Calls of signed-in people that no page makes, each with the reason. */
const withoutPage: Readonly<Record<string, string>> = {
  listSolutionsByIds: byIds,
  listOrganizationsByIds: byIds,
  listMemberSolutions: 'for programs that manage a team; pages show the members of one captcha',
  leaveSolutions: 'for programs that manage a team; a person leaves one captcha at a time, on its members page',
  listPaymentMethodSolutions: 'the list of payment methods says what each one pays',
  getAccountExport: inList,
  getExport: inList,
  getErasure: inList,
  getEnquiry: inList,
  streamSite: 'the page listens to it as a stream, see live.ts of the dashboard',
}

test('every call of a signed-in person has a page that makes it, or a reason why not', () => {
  const pages = globSync(['sites/*/app/**/*.{ts,tsx}', 'packages/site-kit/src/request/*.ts'], {
    cwd: new URL('..', import.meta.url),
    exclude: (path) => /\.test\.|\/examples\//u.test(String(path)),
  })
  const source = pages.map((path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).join('\n')
  const called = new Set(Array.from(source.matchAll(/\.([a-z][A-Za-z0-9]+)\(/gu), ([, name]) => name))
  const calls = routeTables.flatMap((table) =>
    Object.entries(table).flatMap(([name, { access }]) => (access.audience === 'session' ? [name] : [])),
  )
  expect(calls.filter((name) => !called.has(name)).toSorted()).toEqual(Object.keys(withoutPage).toSorted())
})
