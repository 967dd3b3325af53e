import { useIsSending } from '@bollard/site-kit'
import { Button } from '@bollard/ui'
import type { ReactNode } from 'react'
import { SaveButton } from '../forms/save-button.tsx'
import { useProtection } from './use-protection.ts'

interface SaveAndTryProps {
  /** What the button says that makes something new. */
  create: string
  isNew: boolean
  /** What the button says that only tries. */
  trial: string
  /** What belongs to the trial. */
  children?: ReactNode
}

/** Saves a form, or tries what was typed before; nothing for those who may not change it. */
export function SaveAndTry({ create, isNew, trial, children }: SaveAndTryProps) {
  const { mayChange } = useProtection()
  const isSending = useIsSending()
  if (!mayChange) return null
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <SaveButton create={create} isNew={isNew} />
      <Button type="submit" name="do" value="try" aria-disabled={isSending}>
        {trial}
      </Button>
      {children}
    </div>
  )
}
