import type { BollardLoadError } from './why-not-loaded.ts'

/** What visitors read while there is no widget that could speak their language: the package brings two, a page may bring its own. */
const texts: Readonly<Record<string, { readonly text: string; readonly retry: string }>> = {
  en: { text: "The security check didn't load. Check your connection and blockers, then retry.", retry: 'Retry' },
  de: {
    text: 'Die Sicherheitsprüfung konnte nicht geladen werden. Prüfen Sie Verbindung und Blocker und versuchen Sie es erneut.',
    retry: 'Erneut versuchen',
  },
}

/**
 * Says inside the element that the widget didn't load, with a button that retries. The widget's own shadow root hides it. An element that
 * has children keeps them instead: they are the page's own message.
 */
export function showUnavailable(element: HTMLElement, retry: () => void) {
  let shown: HTMLElement | undefined
  return {
    show(error: BollardLoadError | null): void {
      shown?.remove()
      shown = undefined
      if (!error || element.childElementCount > 0) return
      const language = element.getAttribute('language') ?? element.closest<HTMLElement>('[lang]')?.lang ?? 'en'
      const { text, retry: label } = texts[language.slice(0, 2).toLowerCase()] ?? texts['en'] ?? { text: '', retry: '' }
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = label
      button.addEventListener('click', retry)
      shown = document.createElement('p')
      shown.setAttribute('role', 'alert')
      shown.append(text, ' ', button)
      element.append(shown)
    },
  }
}
