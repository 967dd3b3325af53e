import { findOwnScript } from './core/own-script.ts'
import { createFrcaptcha } from './friendly/create-frcaptcha.ts'
import { whenParsed } from './core/when-parsed.ts'

// The script may be on a page twice; the first one wins.
if (!Reflect.get(window, 'frcaptcha')) {
  const { origin } = findOwnScript(document, /\/site(?:\.compat)?(?:\.min)?\.js$/u)
  const frcaptcha = createFrcaptcha(origin, () => Math.random().toString(36).slice(2, 10))
  Reflect.set(window, 'frcaptcha', frcaptcha)
  whenParsed(() => void frcaptcha.attach())
}
