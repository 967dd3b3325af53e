/** Red, green and blue from 0 to 255, and how opaque. */
type Colour = readonly [red: number, green: number, blue: number, alpha: number]

/** What WCAG 2.2 asks of words, and of large ones (1.4.3); a little more, since the rest of a division is lost on the way. */
const ratioMin = { usual: 4.55, large: 3.05 }

/**
 * The elements whose own words may be too faint before what they and their ancestors paint: in a few milliseconds, where axe, which also
 * looks at what lies over and under each word, takes most of its time. None that axe would find is left out, save where something that is
 * no ancestor lies behind the words; some are named that axe has nothing against.
 */
export function findFaint(root: HTMLElement): HTMLElement[] {
  const speaking = new Set<HTMLElement>(root.querySelectorAll<HTMLElement>('input, select, textarea'))
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    if (text.parentElement !== null && text.nodeValue?.trim()) speaking.add(text.parentElement)
  return [...speaking].filter(
    (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && isFaint(element),
  )
}

function isFaint(element: HTMLElement): boolean {
  const { color, fontSize, fontWeight } = getComputedStyle(element)
  const [size, weight] = [Number.parseFloat(fontSize), Number(fontWeight)]
  const isLarge = size >= 24 || (size >= 18.66 && weight >= 700)
  const behind = findBehind(element)
  if (behind === null) return true
  const [red, green, blue, alpha] = colourOf(color)
  const words = over([red, green, blue, alpha * behind.opacity], behind.colour)
  return ratioOf(words, behind.colour) < ratioMin[isLarge ? 'large' : 'usual']
}

/** What the nearest ancestors paint behind an element, and how much of its words they let through; null where only axe can tell. */
function findBehind(element: HTMLElement): { colour: Colour; opacity: number } | null {
  const painted: Colour[] = []
  let opacity = 1
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const style = getComputedStyle(at)
    if (style.backgroundImage !== 'none') return null
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
