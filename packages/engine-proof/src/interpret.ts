/** The window of a frame as it is at run time: with the language's globals on it. */
export type StageWindow = Window & typeof globalThis

/** Pixels of the frame in which programs are laid out: page styles, zoom and the size of the window do not reach it. */
const frameStyle =
  'all:initial!important;position:fixed!important;left:0!important;top:0!important;width:800px!important;height:600px!important;opacity:0!important;pointer-events:none!important;z-index:-1!important;border:0!important'
const stageStyle = 'all:initial;display:block;margin:0;font:0/0 a'
/** The youngest things in the grammar: Chromium 111, Firefox 121 and Safari 16.4 have them all. */
const needed = ['selector(:nth-child(2 of :has(a)))', 'container-type:inline-size']
/** Firefox puts a second empty document into a frame a moment after the first. */
const loadTimeoutMs = 300

/**
 * An empty frame that nobody sees, hears or reaches with a key, as the last child of `parent`; whoever asks for it removes it. Styled
 * by script and not by attributes, which strict content policies forbid. Resolves when its document stays.
 */
export async function openStage(parent: Node): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe')
  frame.style.cssText = frameStyle
  frame.tabIndex = -1
  frame.ariaHidden = 'true'
  await new Promise((resolve) => {
    frame.onload = resolve
    setTimeout(resolve, loadTimeoutMs)
    parent.appendChild(frame)
  })
  return frame
}

/**
 * The answer to a program, both 32 bits without sign: a hash of where a browser engine lays out ten nested boxes under fourteen random
 * rules. The program is the seed of the generator that makes tree and rules, so it needs no other text. Reads nothing of
 * the visitor. Throws where the window lacks what the grammar uses, or lays out nothing.
 */
export function interpret(window: StageWindow, program: number): number {
  const { document } = window
  const { body } = document
  const seed = mixWord(0x9e3779b9, program)
  let state = seed

  /** A number from 0 to n − 1: T. Ettinger's mulberry32. */
  const below = (n: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % n
  }
  const pick = <T>(...list: readonly T[]): T => list[below(list.length)] as T
  const word = (text: string): string => pick(...text.split(' '))
  const times = <T>(n: number, make: () => T): T[] => Array.from({ length: n }, make)

  const simple = (): string =>
    word(
      '.a .b .c .d [x] [x^=one] [x$=two] :nth-child(2n+1) :nth-last-child(2) :first-child :last-child :only-child :empty :nth-of-type(2) :nth-child(-n+2) p b i *',
    )
  const compound = (deep: boolean): string => {
    const base = simple()
    if (!deep || below(2) > 0) return base
    return (
      base +
      pick(
        `:is(${selector(false)},${simple()})`,
        `:where(${simple()})`,
        `:not(${simple()})`,
        `:not(${selector(false)})`,
        `:has(${word('> + ~')} ${simple()})`,
        `:has(${simple()})`,
        `:nth-child(2n of ${simple()})`,
      )
    )
  }
  const selector = (deep: boolean): string =>
    times(1 + below(3), () => compound(deep)).reduce((before, next) => `${before}${word('  > + ~')} ${next}`)
  const pixels = (n: number, least = 0): string => `${20 * (least + below(n))}px`
  const length = (): string =>
    pick(
      `calc(var(--u)*${1 + below(4)})`,
      `var(--w,${pixels(6, 1)})`,
      `max(var(--u),${pixels(5, 1)})`,
      pixels(9, 1),
      `min(var(--w),calc(var(--u) + ${pixels(4)}))`,
    )
  const declaration = (): string =>
    pick(
      () => `--u:${pick('20px', '40px', 'initial', 'calc(var(--w) + 20px)')}`,
      () => `--w:${pixels(6, 1)}`,
      () => `display:${word('flex grid flow-root block')}`,
      () => `width:${length()}`,
      () => `height:${length()}`,
      () => `padding-${word('left top inline-start')}:${length()}`,
      () => `margin-${word('left bottom inline-end')}:${length()}`,
      () => `order:${below(5) - 2}`,
      () => `flex-direction:${word('column row-reverse column-reverse')}`,
      () => `grid-template-columns:${length()} ${length()}`,
      () => `grid-column:${pick('2', '1/3', 'span 2', '-1')}`,
      () => `gap:${length()}`,
      () => `position:${pick(`relative;left:${length()}`, `absolute;top:${length()}`)}`,
      () => `align-items:${word('start end')}`,
      () => 'direction:rtl',
      () => `min-width:${length()}`,
      () => `max-width:${length()}`,
    )()
  const rule = (): string => {
    const plain = `div ${selector(true)}{${declaration()}${word('  !important')};${declaration()}}`
    return pick(
      plain,
      plain,
      `@layer ${word('one two')}{${plain}}`,
      `@container (min-width:${pixels(12, 1)}){${plain}}`,
    )
  }

  // Older engines leave out the rules that they do not know, and would answer wrongly.
  if (!needed.every((condition) => window.CSS.supports(condition))) throw new RangeError('grammar')
  const sheet = new window.CSSStyleSheet()
  document.adoptedStyleSheets = [sheet]
  document.documentElement.style.cssText = body.style.cssText = stageStyle
  sheet.replaceSync(
    `div{flex-shrink:0;align-content:start;justify-content:start;min-height:20px}@layer one,two;${times(14, rule).join('')}`,
  )
  const root = document.createElement('div')
  root.style.cssText = 'width:600px;--u:20px;--w:60px;position:relative;container-type:inline-size'
  const boxes: HTMLElement[] = [root]
  for (let n = 0; n < 9; n++) {
    const parent = pick(...boxes.slice(-4))
    const box = parent.appendChild(document.createElement('div'))
    box.className = times(1 + below(3), () => word('a b c d')).join(' ')
    if (below(3) === 0) box.setAttribute('x', word('one two onetwo'))
    boxes.push(box)
  }
  body.replaceChildren(root)
  const places = boxes.map((box) => {
    const { left, top, width, height } = box.getBoundingClientRect()
    return [left, top, width, height].map(Math.round)
  })
  // Without a layout every box is empty, and the answer would be wrong.
  if (places[0]?.[2] !== 600) throw new RangeError('stage')
  let hash = seed
  const text = String(places)
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mixWord(hash, text.length)
}

/** The finishing steps of A. Appleby's MurmurHash3. */
function mixWord(hash: number, value: number): number {
  let mixed = Math.imul(hash ^ value, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
