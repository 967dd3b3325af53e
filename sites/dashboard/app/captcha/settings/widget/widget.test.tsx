import { widgetTextKeys } from '@bollard/contracts'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { solutionPage } from '../../../examples/example-pages.ts'
import { loadedOnFree, loadedSettings } from '../../../examples/example-settings.ts'
import { valuesOf } from '../../../sections/setting-values.ts'
import { lookNames } from './look-names.ts'
import * as widget from './widget.tsx'

type Given = Parameters<typeof layer<typeof widget>>[2]
type Solution = Parameters<typeof solutionPage>[0]['solution']
type Has = NonNullable<Parameters<typeof solutionPage>[0]['has']>

const rest = {
  held: null,
  tag: 'de',
  texts: widgetTextKeys.map((key) => ({ key, text: `Text: ${key}` })),
  languages: [
    { tag: 'de', name: 'Deutsch' },
    { tag: 'fr', name: 'Français' },
  ],
}
const worded = {
  ...loadedSettings.settings,
  widget: {
    ...loadedSettings.settings.widget,
    design: { radius: 4, light: { text: '#eeeeee' } },
    translations: { de: { ready: 'Mensch' } },
  },
}
const field = (page: HTMLElement, name: string) => page.querySelector<HTMLInputElement>(`[id="${name}"]`)

const states: [string, Partial<Given>, Solution, Has][] = [
  [
    'as they are saved',
    {},
    {},
    (page) => {
      expect(page.querySelectorAll('bollard-captcha').length).toBe(3)
      expect(field(page, 'widget/translations/de/ready')?.placeholder).toBe('Text: ready')
    },
  ],
  [
    'with texts and colours that nobody could read',
    { loaderData: { ...loadedSettings, ...rest, settings: worded } },
    {},
    (page, { t }) => {
      expect(page.textContent).toContain(t(($) => $.captchaSettings.contrast.text))
      expect(page.querySelector('bollard-captcha')?.getAttribute('design')).toBe(JSON.stringify(worded.widget.design))
      expect(field(page, 'widget/translations/de/ready')?.value).toBe('Mensch')
    },
  ],
  [
    'on a plan without white label',
    { loaderData: { ...loadedOnFree, ...rest } },
    {},
    (page) => {
      expect(field(page, 'widget/whiteLabel')?.disabled).toBe(true)
      expect(page.textContent).toContain('Business')
    },
  ],
  [
    'with a colour that is refused',
    {
      actionData: {
        section: 'look',
        did: 'save',
        problem: exampleProblem('validation-failed', [
          { pointer: '/widget/design/light/text', code: 'contrast-too-low' },
          { pointer: '/widget/privacyUrl', code: 'invalid-format' },
        ]),
        conflict: null,
        typed: { ...valuesOf(worded, lookNames), 'widget/privacyUrl': 'http://shop.example' },
        tried: null,
      },
    },
    {},
    (page) => expect(document.activeElement).toBe(field(page, 'widget/privacyUrl')),
  ],
  [
    'of a viewer',
    {},
    { myRole: 'VIEWER' },
    (page) => expect(field(page, 'widget/whiteLabel')?.matches(':disabled')).toBe(true),
  ],
]

test.for(states)('the settings of the widget %s are clean', async ([, given, solution, has]) => {
  const state = solutionPage({
    at: '/captcha/settings/widget?texts=de',
    ...(solution ? { solution } : {}),
    page: layer('captcha/settings/widget/widget', widget, {
      path: 'captcha/settings/widget',
      loaderData: { ...loadedSettings, ...rest },
      ...given,
    }),
    heading: (t) => `${t(($) => $.captchaSettings.title)}: ${t(($) => $.captchaSettings.tabs.widget)}`,
    has,
  })
  expect(await faultsOfPage(state)).toEqual([])
})
