import type { Command } from './rank-commands.ts'

/**
 * What the menus of this page offer, for the palette to search: every link and button in an element with `data-commands`, whose value says where they
 * belong. So the palette never offers more than the menus do, and nobody keeps a second list. `open` goes to an address of this site.
 */
export function collectCommands(page: ParentNode, open: (path: string) => void): Command[] {
  const commands: Command[] = []
  const known = new Set<string>()
  for (const menu of page.querySelectorAll<HTMLElement>('[data-commands]')) {
    for (const control of menu.querySelectorAll<HTMLAnchorElement | HTMLButtonElement>('a[href], button')) {
      // What opens a part of the menu leads nowhere by itself.
      if (control.hasAttribute('aria-expanded') || control.closest('[data-commands]') !== menu) continue
      // Two menus may lead to one page; the first one counts.
      const leadsTo = control instanceof HTMLAnchorElement ? control.href : `button ${commands.length}`
      if (known.has(leadsTo)) continue
      known.add(leadsTo)
      const group = control.closest<HTMLElement>('[data-command-group]')?.dataset['commandGroup']
      commands.push({
        id: `${commands.length}`,
        label: labelOf(control),
        place: group ?? menu.dataset['commands'] ?? '',
        run: () => run(control, open),
      })
    }
  }
  return commands
}

/** Its name, or the long form of a short one, such as the language that `DE` stands for. */
function labelOf(control: HTMLElement): string {
  const long = control.querySelector('abbr')?.title
  return (control.getAttribute('aria-label') ?? long ?? control.textContent).trim()
}

function run(control: HTMLAnchorElement | HTMLButtonElement, open: (path: string) => void): void {
  const isOwn = control instanceof HTMLAnchorElement && control.origin === location.origin && control.hreflang === ''
  if (isOwn) open(`${control.pathname}${control.search}${control.hash}`)
  // Other sites and languages are other documents; buttons do what they do.
  else control.click()
}
