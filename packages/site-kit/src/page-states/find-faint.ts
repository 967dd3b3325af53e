/** Red, green and blue from 0 to 255, and how opaque. */
type Colour = readonly [red: number, green: number, blue: number, alpha: number]

/** What WCAG 2.2 asks of words, and of large ones (1.4.3); a little more, since the rest of a division is lost on the way. */
const ratioMin = { usual: 4.55, large: 3.05 }

/** Edges in the window, in CSS pixels. */
type Box = readonly [left: number, top: number, right: number, bottom: number]

const boxOf = ({ left, top, right, bottom }: DOMRect): Box => [left, top, right, bottom]

/**
 * The elements whose own words may be too faint before what they and their ancestors paint, or that lie where something else paints: in a
 * few milliseconds, where axe, which looks at what lies over and under each word, takes most of its time. None that axe would find is left
 * out, save words that lie in part before another line's coloured words; some are named that axe has nothing against.
 */
export function findFaint(root: HTMLElement): HTMLElement[] {
  const speaking = new Map<HTMLElement, Box[]>()
  for (const field of root.querySelectorAll<HTMLElement>('input, select, textarea'))
    speaking.set(field, [boxOf(field.getBoundingClientRect())])
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.parentElement === null || !text.nodeValue?.trim()) continue
    // Words can be wider than the element that holds them.
    range.selectNodeContents(text)
    speaking.set(text.parentElement, [
      ...(speaking.get(text.parentElement) ?? []),
      ...Array.from(range.getClientRects(), boxOf),
    ])
  }
  const painted = findPainted(root)
  return [...speaking].flatMap(([element, words]) =>
    isSeen(element) && (isFaint(element) || liesElsewhere(element, words, painted)) ? [element] : [],
  )
}

/** Neither hidden nor, as words for screen readers alone are, clipped to nothing. */
const isSeen = (element: HTMLElement): boolean =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
  getComputedStyle(element).clipPath !== 'inset(50%)'

function findPainted(root: HTMLElement): [HTMLElement, Box][] {
  return [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(element)
    const paints = backgroundImage !== 'none' || colourOf(backgroundColor)[3] > 0
    return paints && isSeen(element) ? [[element, boxOf(element.getBoundingClientRect())]] : []
  })
}

/** Whether something that does not hold the words is painted where all of them are: of what covers a part of them axe says nothing. */
function liesElsewhere(element: HTMLElement, words: readonly Box[], painted: readonly [HTMLElement, Box][]): boolean {
  return painted.some(
    ([other, box]) => words.length > 0 && words.every((word) => covers(box, word)) && !other.contains(element),
  )
}

/** With the fraction of a pixel that boxes of text may stand out. */
const covers = ([left, top, right, bottom]: Box, within: Box): boolean =>
  left <= within[0] + 1 && top <= within[1] + 1 && right >= within[2] - 1 && bottom >= within[3] - 1

function isFaint(element: HTMLElement): boolean {
  const { color, fontSize, fontWeight } = getComputedStyle(element)
  const [size, weight] = [Number.parseFloat(fontSize), Number(fontWeight)]
  const isLarge = size >= 24 || (size >= 18.66 && weight >= 700)
  const behind = findBehind(element)
  if (behind === null) return true
  if (behind === 'picture') return false
  const [red, green, blue, alpha] = colourOf(color)
  const words = over([red, green, blue, alpha * behind.opacity], behind.colour)
  return ratioOf(words, behind.colour) < ratioMin[isLarge ? 'large' : 'usual']
}

/**
 * What the nearest ancestors paint behind an element, and how much of its words they let through; null where only axe can tell, and
 * `picture` where axe cannot either.
 */
function findBehind(element: HTMLElement): { colour: Colour; opacity: number } | 'picture' | null {
  const painted: Colour[] = []
  let opacity = 1
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const style = getComputedStyle(at)
    if (style.backgroundImage !== 'none') {
      // What is scrolled away comes back before what its scroller paints.
      const scrolls = /auto|scroll/u.test(style.overflow)
      return scrolls || covers(boxOf(at.getBoundingClientRect()), boxOf(element.getBoundingClientRect()))
        ? 'picture'
        : null
    }
    opacity *= Number(style.opacity)
    const colour = colourOf(style.backgroundColor)
    painted.push(colour)
    if (colour[3] === 1) break
    // What it was taken out of may be painted elsewhere.
    if (style.position === 'absolute' || style.position === 'fixed') return null
  }
  const [last] = painted.slice(-1)
  if (last?.[3] !== 1) return null
  return { colour: painted.reduceRight((below, colour) => over(colour, below)), opacity }
}

const over = ([red, green, blue, alpha]: Colour, below: Colour): Colour => [
  red * alpha + below[0] * (1 - alpha),
  green * alpha + below[1] * (1 - alpha),
  blue * alpha + below[2] * (1 - alpha),
  1,
]

function ratioOf(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminanceOf([red, green, blue]: Colour): number {
  const linear = (value: number) => (value <= 10.314_75 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

const known = new Map<string, Colour>()
const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })

/** A colour in whatever notation a style has it, as the browser itself reads it. */
function colourOf(text: string): Colour {
  const before = known.get(text)
  if (before !== undefined) return before
  if (canvas === null) throw new Error('This browser draws nothing')
  canvas.clearRect(0, 0, 1, 1)
  canvas.fillStyle = text
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
  const colour: Colour = [red, green, blue, alpha / 255]
  known.set(text, colour)
  return colour
}
