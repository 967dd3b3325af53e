import type { Command } from './rank-commands.ts'

/**
 * What the menus of this page offer, for the palette to search: every link and button in an element with `data-commands`, whose value says where they
 * belong. So the palette never offers more than the menus do, and nobody keeps a second list. `open` goes to an address of this site.
 */
export function collectCommands(page: ParentNode, open: (path: string) => void): Command[] {
  const commands: Command[] = []
  for (const menu of page.querySelectorAll<HTMLElement>('[data-commands]')) {
    for (const control of menu.querySelectorAll<HTMLAnchorElement | HTMLButtonElement>('a[href], button')) {
      // What opens a part of the menu leads nowhere by itself.
      if (control.hasAttribute('aria-expanded') || control.closest('[data-commands]') !== menu) continue
      const group = control.closest<HTMLElement>('[data-command-group]')?.dataset['commandGroup']
      commands.push({
        id: `${commands.length}`,
        label: (control.getAttribute('aria-label') ?? control.textContent).trim(),
        place: group ?? menu.dataset['commands'] ?? '',
        run: () => run(control, open),
      })
    }
  }
  return commands
}

function run(control: HTMLAnchorElement | HTMLButtonElement, open: (path: string) => void): void {
  const isOwn = control instanceof HTMLAnchorElement && control.origin === location.origin && control.hreflang === ''
  if (isOwn) open(`${control.pathname}${control.search}${control.hash}`)
  // Other sites and languages are other documents; buttons do what they do.
  else control.click()
}
