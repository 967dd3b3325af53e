import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { operatorPage } from '../examples/operator-page.ts'
import * as template from './template.tsx'
import * as templates from './templates.tsx'

test('a template stands as designed and as text, in a frame that may do nothing', async () => {
  const loaderData = {
    language: 'de',
    name: 'verify-email',
    subject: 'Bitte bestätigen',
    text: 'Guten Tag Ada,',
  } as const
  const state = operatorPage({
    at: '/mail/templates/verify-email?in=de&colours=dark',
    page: layer('mail/template', template, { path: ':language/mail/templates/:name', loaderData }),
    heading: () => loaderData.subject,
    has: (shown) => {
      const frame = shown.querySelector('iframe')
      expect([frame?.getAttribute('sandbox'), frame?.getAttribute('src')]).toEqual([
        '',
        expect.stringMatching(/\/mail\/templates\/verify-email\/html\/de\?colours=dark$/u),
      ])
      expect(shown.querySelector('pre[lang=de]')?.textContent).toBe(loaderData.text)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test.for([true, false])('templates lead to their page in the chosen language, if there are any: %s', async (hasAny) => {
  const loaderData = {
    language: 'it',
    templates: hasAny ? [{ name: 'verify-email', subject: 'Conferma' }] : [],
  } as const
  const state = operatorPage({
    at: '/mail/templates?in=it',
    page: layer('mail/templates', templates, { path: ':language/mail/templates', loaderData }),
    heading: (t) => t(($) => $.mail.templates.title),
    has: (shown) => expect(shown.querySelectorAll('main a[href$="/verify-email?in=it"]')).toHaveLength(hasAny ? 1 : 0),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
