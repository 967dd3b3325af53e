import type { RareTexts } from '../texts.ts'

/** The same in light and dark, and no design reaches it: nobody shall take a page with a test key for a protected one. */
const looks = `box-sizing:border-box;inline-size:100%;max-inline-size:min(340px,calc(100vw - 32px));margin-block-end:6px;padding:6px 10px;border:2px dashed #17181a;border-radius:8px;background:#ffb300;color:#17181a;font:600 13px/1.35 ui-sans-serif,system-ui,sans-serif;text-align:start;overflow-wrap:anywhere`

/** What a key does to the text that says so. */
const kinds: ReadonlyMap<unknown, keyof RareTexts> = new Map([
  ['PASSES', 'testPasses'],
  ['FAILS', 'testFails'],
  ['SPENT', 'testSpent'],
  ['STEP_UP', 'testStepUp'],
])

interface NoteInput {
  readonly root: ShadowRoot
  /** What the service says of the key. */
  readonly test: unknown
  /** BCP 47 tag of the texts. */
  readonly language: string
  readonly texts: RareTexts
}

/** Says above the widget that its key is one for tests and what it does; takes the note away where it is none. */
export function showTestNote({ root, test, language, texts }: NoteInput): void {
  const shown = root.querySelector<HTMLElement>('[role=note]')
  const kind = kinds.get(test)
  if (!kind) return shown?.remove()
  const note = shown ?? document.createElement('div')
  // Firefox knows the property only since version 119.
  note.setAttribute('role', 'note')
  note.lang = language
  note.dir = 'auto'
  note.style.cssText = looks
  if (note.textContent !== texts[kind]) note.textContent = texts[kind]
  if (!shown) root.prepend(note)
}
