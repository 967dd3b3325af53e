import { createContext, use } from 'react'
import type { SettingsAnswer } from './change-settings.server.ts'

interface SettingsPageState {
  /** What the service said last to each section, or what is held of one. */
  answers: Readonly<Record<string, SettingsAnswer>>
  /** Whether this person may change anything, now. */
  mayChange: boolean
}

const SettingsPageContext = createContext<SettingsPageState>({ answers: {}, mayChange: false })
export const SettingsPageProvider = SettingsPageContext.Provider

export function useSettingsPage(): SettingsPageState {
  return use(SettingsPageContext)
}
