import en from '../../i18n/owner.en.json' with { type: 'json' }
import { ownerTexts } from './speak.ts'

/** The same in light and dark, and no design reaches it: nobody shall take a page with a test key for a protected one. */
const looks = `box-sizing:border-box;inline-size:100%;max-inline-size:min(340px,calc(100vw - 32px));margin-block-end:6px;padding:6px 10px;border:2px dashed #17181a;border-radius:8px;background:#ffb300;color:#17181a;font:600 13px/1.35 ui-sans-serif,system-ui,sans-serif;text-align:start;overflow-wrap:anywhere`

const isKind = (test: unknown): test is 'PASSES' | 'FAILS' | 'SPENT' | 'STEP_UP' => ['PASSES', 'FAILS', 'SPENT', 'STEP_UP'].includes(String(test))

/** Says above the widget that its key is one for tests and what it does; takes the note away where it is none. */
export function showTestNote(root: ShadowRoot, test: unknown, language: string): void {
  const shown = root.querySelector<HTMLElement>('[role=note]')
  if (!isKind(test)) return shown?.remove()
  const base = language.split('-')[0] ?? ''
  const spoken = ownerTexts.has(base) ? base : 'en'
  const note = shown ?? document.createElement('div')
  // Firefox knows the property only since version 119.
  note.setAttribute('role', 'note')
  note.lang = spoken
  note.style.cssText = looks
  const text = (ownerTexts.get(spoken) ?? en)[test]
  if (note.textContent !== text) note.textContent = text
  if (!shown) root.prepend(note)
}
