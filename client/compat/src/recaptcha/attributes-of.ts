import type { Attributes } from '../core/mount-widget.ts'
import { oneOf, type Parameters, textOf } from '../core/read-parameters.ts'

interface Surroundings {
  /** `hl` of the script's address. */
  readonly language: string | undefined
  /** Whether text runs from right to left where the widget stands. */
  readonly rightToLeft: boolean
}

/**
 * What the parameters of `grecaptcha.render` are on `<bollard-captcha>`. Where the page gives a callback the box waits for a press,
 * as pages send their form in it; elsewhere it may start as soon as the form is touched. After it has expired it waits again.
 */
export function attributesOf(parameters: Parameters, { language, rightToLeft }: Surroundings): Attributes {
  const invisible = parameters['size'] === 'invisible'
  return {
    sitekey: textOf(parameters['sitekey']),
    theme: oneOf(parameters['theme'], ['light', 'dark']),
    size: oneOf(parameters['size'], ['normal', 'compact']),
    tabindex: textOf(parameters['tabindex']),
    language: textOf(parameters['hl']) ?? language,
    action: textOf(parameters['action']),
    autostart: invisible || parameters['callback'] ? 'off' : undefined,
    refresh: invisible ? 'never' : 'manual',
    ...(invisible ? { invisible: '', badge: badgeOf(parameters['badge'], rightToLeft) } : {}),
  }
}

/** Theirs are the left and the right of the window, ours the start and the end of a line. */
function badgeOf(badge: unknown, rightToLeft: boolean): string {
  if (badge === 'inline') return 'inline'
  return (badge === 'bottomleft') === rightToLeft ? 'end' : 'start'
}
