import { useEffect } from 'react'

/** Shows a theme at once that has just been saved, and keeps it for this browser as the theme button does; null: nothing was saved. */
export function useSavedTheme(theme: 'light' | 'dark' | 'system' | null): void {
  useEffect(() => {
    if (theme === null) return
    const root = document.documentElement
    try {
      if (theme === 'system') localStorage.removeItem('theme')
      else localStorage.setItem('theme', theme)
    } catch {
      // Where nothing may be stored, the page shows it until it is left.
    }
    if (theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = theme
  }, [theme])
}
