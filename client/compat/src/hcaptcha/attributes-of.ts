import type { Attributes } from '../core/mount-widget.ts'
import { oneOf, type Parameters, textOf } from '../core/read-parameters.ts'

/** As much contrast as there is: their theme for those who need it. */
const contrast = {
  borderWidth: 2,
  light: { background: '#ffffff', text: '#000000', border: '#000000', boxBackground: '#ffffff', boxBorder: '#000000' },
}

/** What the parameters of `hcaptcha.render` are on `<bollard-captcha>`; `language` is `hl` of the script's address. */
export function attributesOf(parameters: Parameters, language: string | undefined): Attributes {
  const { theme } = parameters
  const invisible = parameters['size'] === 'invisible'
  const custom = typeof theme === 'object' && theme !== null
  return {
    sitekey: textOf(parameters['sitekey']),
    theme: custom
      ? oneOf(Object(theme).palette?.mode, ['light', 'dark'])
      : oneOf(theme === 'contrast' ? 'light' : theme, ['light', 'dark']),
    design: custom ? JSON.stringify(designOf(theme)) : theme === 'contrast' ? JSON.stringify(contrast) : undefined,
    size: oneOf(parameters['size'], ['normal', 'compact']),
    tabindex: textOf(parameters['tabindex']),
    language: textOf(parameters['hl']) ?? language,
    // Pages send their form in the callback, so that it waits for the visitor.
    autostart: invisible || parameters['callback'] ? 'off' : undefined,
    refresh: invisible ? 'never' : 'manual',
    // Theirs shows nothing either until there is something to do.
    ...(invisible ? { invisible: '', badge: 'hidden' } : {}),
  }
}

/** Their theme object, as far as our widget has such parts: the box, its border, the texts, the accent. */
export function designOf(theme: object): object {
  const { palette, component } = Object(theme)
  const box = Object(component).checkbox?.main
  const colours = {
    background: colourOf(box?.fill),
    border: colourOf(box?.border),
    text: colourOf(palette?.text?.body) ?? colourOf(palette?.text?.heading),
    accent: colourOf(palette?.primary?.main),
    failure: colourOf(palette?.warn?.main),
  }
  return { [palette?.mode === 'dark' ? 'dark' : 'light']: colours }
}

/** A colour as `#rrggbb`; other ways to write one are not known to the widget. */
function colourOf(value: unknown): string | undefined {
  const [, short, long] = /^#(?:([\da-f]{3})|([\da-f]{6}))$/iu.exec(String(value)) ?? []
  return short ? `#${[...short].map((digit) => digit + digit).join('')}` : long && `#${long}`
}
