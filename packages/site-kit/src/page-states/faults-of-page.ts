import axe from 'axe-core'
import { defaultLanguage, type Language, languages } from '@bollard/i18n'
import { expect, inject } from 'vitest'
import { commands, page } from 'vitest/browser'
import { findFaint } from './find-faint.ts'
import type { PageState } from './page-state.ts'
import { speakPseudoLanguage } from './pseudo-language.ts'
import { showPage } from './show-page.tsx'
import { hasTurnableWord, turnedWords } from './turned-words.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    showInLook: (colorScheme: 'light' | 'dark') => Promise<void>
    takePicture: (name: string) => Promise<void>
  }
}
declare module 'vitest' {
  interface ProvidedContext {
    areStatesPictured: boolean
    inEveryLanguage: boolean
  }
}

interface Look {
  readonly name: string
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
  readonly height: number
  /** `quick`: contrast is read only where words may be faint or lie across something else. */
  readonly axe: 'all' | 'quick' | 'contrast' | null
}

/**
 * English and, in the nightly run, German take turns with these, so that each theme is seen in each width. Axe reads the whole page in
 * English; what else another language changes is its length. German has its contrast read once more, where a wide page is dark.
 */
const looksInTurn = [
  [
    { name: 'wide, light', colorScheme: 'light', width: 1440, height: 900, axe: 'all' },
    { name: 'narrow, dark', colorScheme: 'dark', width: 360, height: 740, axe: 'all' },
  ],
  [
    { name: 'wide, dark', colorScheme: 'dark', width: 1440, height: 900, axe: 'contrast' },
    { name: 'narrow, light', colorScheme: 'light', width: 360, height: 740, axe: null },
  ],
] as const

/** Languages in which a state is looked at whole. */
const wholeIn = languages.slice(0, looksInTurn.length)

/** Another language brings nothing but words of another length, which matter where there is least room. */
const furtherLooks = [{ name: 'narrow, light', colorScheme: 'light', width: 360, height: 740, axe: null }] as const

/** How many states of a page its test file has shown already. */
const shownBefore = new Map<string, number>()

function countShown(state: PageState): number {
  const page = `${expect.getState().testPath} ${state.site} ${state.layers.at(-1)?.id}`
  const count = shownBefore.get(page) ?? 0
  shownBefore.set(page, count + 1)
  return count
}

const readQuickly = (look: Look): Look => ({ ...look, axe: 'quick' })

interface View {
  readonly language: Language
  readonly looks: readonly Look[]
  /** Whether React renders all of it twice, which shows what is not the same each time. */
  readonly isStrict: boolean
  /** Widths in which its words are made longer: that of a phone, and 200 % in a window of 1440 px. */
  readonly longWordsIn: readonly number[]
}

/**
 * The languages that a state is shown in, each with its looks. The first state of a page in a test file is shown in both looks of English, and
 * in one of the other languages where there is least room, which take turns. Its further states differ from it in what they hold: they are
 * shown in English, in one of its looks in turn, unless they need each, and their longer words where there is least room. The nightly run
 * shows each state in everything, and so do pictures.
 */
function viewsOf(state: PageState): readonly View[] {
  const first = { language: defaultLanguage, isStrict: true, longWordsIn: [360, 720] } as const
  const inOther = { isStrict: false, longWordsIn: [] } as const
  if (inject('inEveryLanguage'))
    return languages.map((language, index) => ({
      ...(language === defaultLanguage ? first : inOther),
      language,
      looks: looksInTurn[index] ?? furtherLooks,
    }))
  const before = countShown(state)
  const [wide, narrow] = looksInTurn[0]
  if (before > 0 && state.inEachLook === undefined)
    return [{ ...first, isStrict: false, longWordsIn: [360], looks: [readQuickly(before % 2 === 0 ? wide : narrow)] }]
  const others = languages.filter((language) => language !== defaultLanguage)
  const name = `${state.at} ${expect.getState().currentTestName}`
  const turn = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7)
  return [
    { ...first, looks: [readQuickly(wide), readQuickly(narrow)] },
    { ...inOther, language: others[turn % others.length] ?? defaultLanguage, looks: furtherLooks },
  ]
}

/**
 * Shows a state of a page in each look and tells everything that is wrong, with the look in which it is: what axe finds,
 * what is wider than the window, what the console says, and another page than the one that was meant. At last every word is made
 * longer, for languages that need more room.
 */
export async function faultsOfPage(state: PageState): Promise<string[]> {
  const faults: string[] = []
  for (const { language, looks, isStrict, longWordsIn } of viewsOf(state)) {
    await lookAs(looks[0] ?? looksInTurn[0][0])
    const console = listenToConsole()
    const { texts, takeAway } = await showPage(state, language, { isStrict })
    for (const look of looks) {
      const name = `${look.name}, ${language}`
      await lookAs(look)
      const found = await faultsNow(state, language, texts.t, { look: name, axe: look.axe })
      found.push(...tooWideFor(look.width), ...cutControls())
      faults.push(...[...found, ...console.said.splice(0)].map((fault) => `${name}: ${fault}`))
      if (inject('areStatesPictured')) await takePictureIn(look, name)
    }
    if (inject('areStatesPictured') && language === defaultLanguage) await pictureFromRightToLeft(looks)
    if (longWordsIn.length > 0) faults.push(...(await faultsOfLongWords(longWordsIn)))
    takeAway()
    console.stop()
    faults.push(...console.said.map((words) => `${language}, going away: ${words}`))
  }
  return faults
}

/** The browser is asked only for what it does not show already: each question goes through four processes. */
async function lookAs({ colorScheme, width, height }: Pick<Look, 'colorScheme' | 'width' | 'height'>): Promise<void> {
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height)
  if (colorSchemeNow() !== colorScheme) await commands.showInLook(colorScheme)
  // Twice: what a frame has begun is seen in the next one.
  for (let frame = 0; frame < 2 || isDrawing(); frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve))
}

function colorSchemeNow(): Look['colorScheme'] {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Whether a part of the page waits until the rest of it is on the screen. */
function isDrawing(): boolean {
  return document.querySelector('[data-slot="drawn-later"]') !== null
}

async function takePictureIn(look: { width: number; height: number }, name: string): Promise<void> {
  await page.viewport(look.width, Math.max(look.height, document.documentElement.scrollHeight))
  await commands.takePicture(`${expect.getState().currentTestName} ${name}`)
}

/** For eyes only: that a page is mirrored well cannot be measured. */
async function pictureFromRightToLeft(looks: readonly Look[]): Promise<void> {
  const undo = speakPseudoLanguage(document.body)
  for (const look of looks) {
    await lookAs(look)
    await takePictureIn(look, `${look.name}, from right to left`)
  }
  undo()
}

async function faultsNow(
  state: PageState,
  language: Language,
  t: Parameters<PageState['heading']>[0],
  { look, axe: rules }: { look: string; axe: Look['axe'] },
): Promise<string[]> {
  const found: string[] = []
  const headings = [...document.querySelectorAll('h1')].map(({ textContent }) => textContent)
  const wanted = state.heading(t)
  if (headings.length !== 1 || headings[0] !== wanted)
    found.push(`has the headings ${JSON.stringify(headings)} instead of "${wanted}"`)
  if (document.querySelectorAll('main').length !== 1) found.push('has not exactly one <main>')
  for (const { id, nodes } of await askAxe(rules)) found.push(`${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  try {
    if (wholeIn.includes(language)) {
      await state.has?.(document.body, { language, t })
      await state.inEachLook?.(document.body, { language, t, look })
    }
  } catch (error) {
    found.push(error instanceof Error ? error.message : String(error))
  }
  return found
}

async function askAxe(rules: Look['axe']): Promise<axe.Result[]> {
  if (rules === null) return []
  const options: axe.RunOptions = { resultTypes: ['violations'] }
  readContrastOf(rules === 'quick' ? `[${mark}]` : '*')
  if (rules === 'contrast') return (await axe.run(document, { ...options, runOnly: ['color-contrast'] })).violations
  const faint = rules === 'quick' ? findFaint(document.body) : []
  for (const element of faint) element.setAttribute(mark, '')
  const { violations } = await axe.run(document, options)
  for (const element of faint) element.removeAttribute(mark)
  return violations
}

/** What axe reads the contrast of, in the same run as all else: preparing a run takes as long as many rules do. */
const mark = 'data-for-axe'

function readContrastOf(selector: string): void {
  axe.configure({ rules: [{ id: 'color-contrast', selector }] })
}

/**
 * Where words that are 40 % longer need more room than there is in these widths, also in a document whose lines begin at the right, and which
 * addresses have signs that move there. No theme changes that.
 */
async function faultsOfLongWords(widths: readonly number[]): Promise<string[]> {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    if (text.parentElement?.closest('script, style, code, pre, textarea, [translate="no"]') === null)
      text.nodeValue = (text.nodeValue ?? '').replaceAll(
        /\p{L}{2,}/gu,
        (word) => word + word.slice(0, word.length * 0.4),
      )
  const root = document.documentElement
  const faults: string[] = []
  for (const width of widths) {
    await lookAs({ colorScheme: colorSchemeNow(), width, height: 740 })
    const found = tooWideFor(width)
    faults.push(...found.map((fault) => `longer words, ${width} px: ${fault}`))
    root.dir = 'rtl'
    const turned = tooWideFor(width).filter((fault) => !found.includes(fault))
    faults.push(...turned.map((fault) => `from right to left, ${width} px: ${fault}`))
    root.dir = 'ltr'
  }
  // At night: few pages have such words, and those of by day find everything else.
  if (inject('inEveryLanguage') && hasTurnableWord(document.body)) {
    const undo = speakPseudoLanguage(document.body)
    faults.push(...turnedWords(document.body).map((word) => `from right to left: turns "${word}"`))
    undo()
  }
  return faults
}

function tooWideFor(width: number): string[] {
  const { scrollWidth } = document.documentElement
  const tight = [...document.querySelectorAll<HTMLElement>('button, [data-slot="button"]')].filter(
    (control) => control.scrollWidth > control.clientWidth + 1,
  )
  return [
    ...(scrollWidth > width ? [`is ${scrollWidth} px wide`] : []),
    ...tight.map((control) => `does not fit into "${control.textContent.trim()}"`),
  ]
}

/** Buttons that stand alone in a part of the page that scrolls or hides what does not fit: nobody looks there for the rest of their words. */
function cutControls(): string[] {
  return [...document.querySelectorAll<HTMLElement>('button, a.whitespace-nowrap')].flatMap((control) => {
    const { left, right } = control.getBoundingClientRect()
    const box = control.parentElement
    if (box === null || getComputedStyle(box).overflowX === 'visible') return []
    if (box.querySelectorAll('a, button').length > 1) return []
    const room = box.getBoundingClientRect()
    return right > room.right + 1 || left < room.left - 1 ? [`cuts "${control.textContent.trim()}"`] : []
  })
}

function listenToConsole(): { said: string[]; stop: () => void } {
  const { error, warn } = console
  const said: string[] = []
  console.error = (...words: unknown[]) =>
    void said.push(
      words
        .map(String)
        .join(' ')
        .replaceAll(/%[os]\s*/gu, ''),
    )
  console.warn = console.error
  return {
    said,
    stop() {
      console.error = error
      console.warn = warn
    },
  }
}
