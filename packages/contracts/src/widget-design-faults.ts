import type { WidgetDesign, WidgetPalette } from './captcha-widget-settings.ts'

export interface DesignFault {
  /** JSON pointer into the design. */
  readonly pointer: string
  readonly code: 'contrast-too-low'
}

/** What the widget has where a palette says nothing; a test holds them and the widget's own style sheet together. */
export const ownColours = {
  light: { background: '#ffffff', text: '#17181a', boxBorder: '#6d6f75' },
  dark: { background: '#1a1c1f', text: '#f3f1ec', boxBorder: '#9a9b9f' },
} as const

/** Least contrasts of WCAG 2.2: of text (1.4.3), and of the edge without which nobody would see the box (1.4.11). */
const ofTextMin = 4.5
const ofBoxMin = 3

/** What people could not see in a design, in both themes; empty when everything can be seen. */
export function designFaults(design: WidgetDesign): DesignFault[] {
  return (['light', 'dark'] as const).flatMap((theme) => {
    const palette = design[theme] ?? {}
    const { background, text, boxBorder } = { ...ownColours[theme], ...given(palette) }
    return [
      ...(contrastOf(text, background) < ofTextMin
        ? [fault(theme, palette.text === undefined ? 'background' : 'text')]
        : []),
      // Where the owner has set no edge, the widget makes one that can be seen.
      ...(palette.boxBorder !== undefined && contrastOf(boxBorder, background) < ofBoxMin
        ? [fault(theme, 'boxBorder')]
        : []),
    ]
  })
}

/** Contrast of two colours, 1 … 21, as WCAG 2.2 defines it; each is `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  const [first, second] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** Relative luminance, 0 … 1 (WCAG 2.2). */
function luminanceOf(colour: string): number {
  const number = Number.parseInt(colour.slice(1), 16)
  const linear = (shift: number) => {
    const share = ((number >> shift) & 255) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
}

function given({ background, text, boxBorder }: WidgetPalette): {
  background?: string
  text?: string
  boxBorder?: string
} {
  return { ...(background && { background }), ...(text && { text }), ...(boxBorder && { boxBorder }) }
}

function fault(theme: 'light' | 'dark', colour: keyof WidgetPalette): DesignFault {
  return { pointer: `/${theme}/${colour}`, code: 'contrast-too-low' }
}
