import { createContext, use } from 'react'

/** A secret key that was just made, and the only address that shows it. */
export interface NewSecret {
  address: string
  secretKey: string | null
}

interface NewSecretKeeper {
  /** What was just made for the page one is on; null on every other page and after a reload. */
  shown: NewSecret | null
  remember: (secret: NewSecret) => void
}

/** Lives in the memory of this page alone: not in an address, a cookie or the browser's history. */
const NewSecretContext = createContext<NewSecretKeeper>({ shown: null, remember: () => {} })

export const NewSecretProvider = NewSecretContext.Provider

export function useNewSecret(): NewSecretKeeper {
  return use(NewSecretContext)
}
