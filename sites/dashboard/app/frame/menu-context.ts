import { createContext, use } from 'react'

interface Menu {
  open: () => void
  /** Opens the search over everything. */
  search: () => void
}
const MenuContext = createContext<Menu>({ open: () => {}, search: () => {} })
export const MenuProvider = MenuContext.Provider

/** Opens the menu of a small window, or the search. */
export function useMenu(): Menu {
  return use(MenuContext)
}
