import type { Attributes } from '../core/mount-widget.ts'

/** As much of an element as is read. */
interface Named {
  getAttribute(name: string): string | null
}

/**
 * What the attributes of `<trustcaptcha-component>`, of its versions 2 and 3, are on `<bollard-captcha>`. Their looks and texts
 * (`design`, `translations`) have other parts than ours, and licences mean nothing here: both are left out.
 */
export function attributesOf(element: Named): Attributes {
  const is = (name: string) => ![null, 'false'].includes(element.getAttribute(name))
  const text = (name: string) => element.getAttribute(name) ?? undefined
  const flag = (...names: readonly string[]) => (names.some(is) ? '' : undefined)
  const theme = text('theme')
  const invisible = is('invisible')
  return {
    sitekey: text('sitekey'),
    language: text('language') === 'auto' ? undefined : text('language'),
    // Theirs is light unless the page says otherwise; "media" follows the visitor's wish, as ours does by itself.
    theme: theme === 'media' ? undefined : theme === 'dark' ? 'dark' : 'light',
    autostart: is('autostart-disabled') || text('autostart') === 'false' ? 'off' : undefined,
    size: is('full-width') || text('width') === 'full' ? 'flexible' : undefined,
    'bypass-key': text('bypass-token'),
    'minimal-data': text('mode') === 'minimal' ? '' : flag('minimal-data-mode'),
    'privacy-url': text('privacy-url'),
    'white-label': flag('white-label', 'hide-branding'),
    invisible: invisible ? '' : undefined,
    badge: invisible ? badgeOf(text('invisible-hint')) : undefined,
  }
}

function badgeOf(hint: string | undefined): string {
  return hint === 'hidden' || hint === 'inline' ? hint : 'end'
}

/** The form field that carries the token. */
export function fieldNameOf(element: Named): string {
  return element.getAttribute('token-field-name') || 'tc-verification-token'
}

/** What their libraries for servers read: which check it was, or that the service could not be reached. */
export function tokenFor(token: string, verificationId: string, randomId: () => string): string {
  const isFailover = token.startsWith('bfo1.')
  return btoa(JSON.stringify(isFailover ? { verificationId: randomId(), clientFailover: true } : { verificationId }))
}
