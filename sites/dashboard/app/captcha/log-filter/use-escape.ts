import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Escape leads to an address where nothing else is waiting for it: a field, a menu or a dialog. Null: it does nothing. */
export function useEscape(to: string | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (to === null) return
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (target instanceof Element && target.closest('input, select, textarea')) return
      if (document.querySelector('[role=dialog], [role=menu]')) return
      void navigate(to, { preventScrollReset: true })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [to, navigate])
}
