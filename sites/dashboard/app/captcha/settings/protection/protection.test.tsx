import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { solutionPage } from '../../../examples/example-pages.ts'
import { exampleWhatIf, exampleWork, loadedSettings, unnoticedWhatIf } from '../../../examples/example-settings.ts'
import { emptyStatistics, exampleStatistics } from '../../../examples/example-statistics.ts'
import type { SettingsAnswer } from '../../../sections/save-section.server.ts'
import { valuesOf } from '../../../sections/setting-values.ts'
import * as protection from './protection.tsx'

type Given = Parameters<typeof layer<typeof protection>>[2]
type Solution = Parameters<typeof solutionPage>[0]['solution']
type Has = NonNullable<Parameters<typeof solutionPage>[0]['has']>

const loaderData: Given['loaderData'] = {
  ...loadedSettings,
  held: null,
  scores: exampleStatistics.scores,
  work: exampleWork,
}
const names = ['threshold', 'riskScoring', 'minimalData', 'honeypots']
const typed = { ...valuesOf(loadedSettings.settings, names), threshold: 0.4 }
const answer = (rest: Partial<SettingsAnswer>): SettingsAnswer => ({
  section: 'passing',
  did: 'save',
  problem: null,
  conflict: null,
  typed: null,
  tried: null,
  ...rest,
})
const lock = {
  id: '01K5Z7QLLL0000000000000001',
  reason: 'OWNER_REQUEST',
  effect: 'READ_ONLY',
  publicMessage: {},
  lockedAt: '2026-11-18T00:00:00.000Z',
  lockedUntil: null,
} as const
const bots = [{ name: 'Search of the shop', agent: null, publicKey: '{"kty":"OKP"}' }]
const thresholdOf = (page: HTMLElement) => page.querySelector<HTMLInputElement>('#threshold')

const states: [string, Partial<Given>, Solution, Has][] = [
  ['as they are saved', {}, {}, (page) => expect(thresholdOf(page)?.value).toBe('0.5')],
  [
    'with bots, and without figures',
    {
      loaderData: {
        ...loaderData,
        settings: { ...loadedSettings.settings, signedBots: bots },
        scores: emptyStatistics.scores,
        work: null,
      },
    },
    {},
    (page, { t }) => expect(page.textContent).toContain(t(($) => $.captchaSettings.threshold.noScores)),
  ],
  [
    'that were tried on earlier visitors',
    { actionData: answer({ did: 'try', typed, tried: exampleWhatIf }) },
    {},
    (page) => {
      expect(thresholdOf(page)?.value).toBe('0.4')
      expect(page.querySelector(`a[href$="${exampleWhatIf.moves[0]?.examples[0]?.verificationId}"]`)).not.toBeNull()
    },
  ],
  [
    'that nobody would have noticed',
    { actionData: answer({ did: 'try', typed, tried: unnoticedWhatIf }) },
    {},
    (page) => expect(page.querySelector('#what-if')?.textContent).toContain('0'),
  ],
  [
    'with something wrong in them',
    {
      actionData: answer({
        problem: exampleProblem('validation-failed', [
          { pointer: '/threshold', code: 'too-small', params: { min: 0.2 } },
        ]),
        typed: { ...typed, threshold: 0.1 },
      }),
    },
    {},
    (page) => expect(document.activeElement).toBe(thresholdOf(page)),
  ],
  [
    'that somebody else has changed too',
    { actionData: answer({ typed, conflict: { names: ['threshold'], current: { ...typed, threshold: 0.7 } } }) },
    {},
    (page) => expect(page.querySelectorAll('input[name="keep/threshold"]').length).toBe(2),
  ],
  [
    'that were typed before the session ended',
    { loaderData: { ...loaderData, held: { section: 'passing', typed } } },
    {},
    (page) => expect(thresholdOf(page)?.value).toBe('0.4'),
  ],
  [
    'of a viewer',
    {},
    { myRole: 'VIEWER' },
    (page) => {
      expect(thresholdOf(page)?.matches(':disabled')).toBe(true)
      expect(page.textContent).toContain('Anna')
      expect(page.querySelector('button[value="save"]')).toBeNull()
    },
  ],
  [
    'of a locked captcha',
    {},
    { locks: [lock] },
    (page, { t }) => {
      expect(thresholdOf(page)?.matches(':disabled')).toBe(true)
      expect(page.textContent).toContain(t(($) => $.settings.locked))
    },
  ],
]

test.for(states)('the settings of the protection %s are clean', async ([, given, solution, has]) => {
  const state = solutionPage({
    at: '/captcha/settings/protection',
    ...(solution ? { solution } : {}),
    page: layer('captcha/settings/protection/protection', protection, {
      path: 'captcha/settings/protection',
      loaderData,
      ...given,
    }),
    heading: (t) => `${t(($) => $.captchaSettings.title)}: ${t(($) => $.captchaSettings.tabs.protection)}`,
    has,
  })
  expect(await faultsOfPage(state)).toEqual([])
})
