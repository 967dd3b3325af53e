import { createContext, use } from 'react'

interface Menu {
  open: () => void
}
const MenuContext = createContext<Menu>({ open: () => {} })
export const MenuProvider = MenuContext.Provider

/** Opens the menu of a small window. */
export function useMenu(): Menu {
  return use(MenuContext)
}
