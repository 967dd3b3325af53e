/** Whether the widget is drawn dark: as asked, else as the page says of itself, else as the visitor's system prefers. */
export function isDark(asked: string | null, host: Element): boolean {
  const wish = wishOf(asked, host)
  return wish ? wish === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

/** The same in minimal data mode, by what the page has marked alone: computed styles would tell the visitor's own preference. */
export function isDarkByPage(asked: string | null, host: Element): boolean {
  return (asked ?? markOf(host)) === 'dark'
}

/** Calls back when the page or the system may have changed its mind. */
export function watchTheme(onChange: () => void, signal: AbortSignal): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', onChange, { signal })
  const observer = new MutationObserver(onChange)
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributeFilter: ['data-theme', 'data-color-scheme', 'class', 'style'] })
  signal.addEventListener('abort', () => observer.disconnect())
}

/** The mark that the page has set on itself or around the widget. */
function markOf(host: Element): string | null {
  const marked = host.closest('[data-theme],[data-color-scheme]') ?? document.documentElement
  return marked.getAttribute('data-theme') ?? marked.getAttribute('data-color-scheme')
}

function wishOf(asked: string | null, host: Element): string | undefined {
  return asked === 'light' || asked === 'dark' ? asked : hintOf(host)
}

/** What the page says: by a mark, by its colour scheme, or by the ground on which the widget stands. */
function hintOf(host: Element): string | undefined {
  const named = markOf(host)
  if (named === 'dark' || named === 'light') return named
  // "light dark" leaves it to the system; "normal" says nothing, and a page without any ground is white.
  const styled = getComputedStyle(document.documentElement).colorScheme
  const scheme =
    styled === 'normal'
      ? (document.querySelector('meta[name=color-scheme]')?.getAttribute('content') ?? styled)
      : styled
  return scheme === 'dark' || scheme === 'light' ? scheme : groundOf(host, scheme === 'normal' ? 'light' : undefined)
}

function groundOf(host: Element, unpainted: 'light' | undefined): 'light' | 'dark' | undefined {
  for (let element = host.parentElement; element; element = element.parentElement) {
    const ground = groundFrom(getComputedStyle(element).backgroundColor)
    if (ground) return ground
  }
  return unpainted
}

/** Whether a computed colour is light or dark; undefined when the ground shines through or is written in a newer way. */
export function groundFrom(color: string): 'light' | 'dark' | undefined {
  const [, red, green, blue, alpha] = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/u.exec(color) ?? []
  if (red === undefined || Number(alpha ?? 1) < 0.5) return undefined
  return Number(red) * 0.3 + Number(green) * 0.6 + Number(blue) * 0.1 < 110 ? 'dark' : 'light'
}
