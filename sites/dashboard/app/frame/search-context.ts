import { createContext, use } from 'react'

const SearchContext = createContext<() => void>(() => {})
export const SearchProvider = SearchContext.Provider

/** Opens the search over everything. */
export function useSearch(): () => void {
  return use(SearchContext)
}
