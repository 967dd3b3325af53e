/** Whether the widget is drawn dark: as asked, else as the page says of itself, else as the visitor's system prefers. */
export function isDark(asked: string | null, host: Element): boolean {
  const wish = asked === 'light' || asked === 'dark' ? asked : hintOf(host)
  return wish ? wish === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

/** Calls back when the page or the system may have changed its mind. */
export function watchTheme(onChange: () => void, signal: AbortSignal): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', onChange, { signal })
  const observer = new MutationObserver(onChange)
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributeFilter: ['data-theme', 'data-color-scheme', 'class', 'style'] })
  signal.addEventListener('abort', () => observer.disconnect())
}

function hintOf(host: Element): string | undefined {
  const marked = host.closest('[data-theme],[data-color-scheme]') ?? (document.documentElement.matches('[data-theme]') ? document.documentElement : null)
  const named = marked?.getAttribute('data-theme') ?? marked?.getAttribute('data-color-scheme')
  if (named === 'dark' || named === 'light') return named
  // "light dark" leaves it to the system, and "normal" says nothing.
  const scheme = host.parentElement ? getComputedStyle(host.parentElement).colorScheme : ''
  return scheme === 'dark' || scheme === 'light' ? scheme : undefined
}
