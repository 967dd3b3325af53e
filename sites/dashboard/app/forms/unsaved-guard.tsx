import { Button, Dialog } from '@bollard/ui'
import { createContext, type ReactNode, use, useCallback, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker, useNavigation } from 'react-router'

const UnsavedContext = createContext<(form: string, isUnsaved: boolean) => void>(() => {})

/**
 * Asks before somebody leaves a page whose forms hold changes that are not saved. It stands once around all forms of the page, because
 * a page can hold back only one departure; each form tells by `useUnsaved`. Sending a form is no departure.
 */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const tell = useCallback((form: string, isUnsaved: boolean) => {
    setUnsaved((before) => {
      if (before.has(form) === isUnsaved) return before
      const next = new Set(before)
      if (isUnsaved) next.add(form)
      else next.delete(form)
      return next
    })
  }, [])
  const isUnsaved = unsaved.size > 0
  const isSending = useNavigation().formMethod !== undefined
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      isUnsaved && (here.pathname !== there.pathname || here.search !== there.search),
  )
  useEffect(() => {
    // A form that leads to another site, such as to sign in again, has been taken care of by its action.
    if (!isUnsaved || isSending) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved, isSending])
  return (
    <UnsavedContext value={tell}>
      {children}
      <Dialog
        open={blocker.state === 'blocked'}
        onOpenChange={(isOpen) => {
          if (!isOpen && blocker.state === 'blocked') blocker.reset()
        }}
        closeLabel={t(($) => $.elements.close)}
        title={t(($) => $.unsaved.title)}
        description={t(($) => $.unsaved.text)}
        footer={
          <>
            <Button onClick={() => blocker.state === 'blocked' && blocker.proceed()}>
              {t(($) => $.unsaved.leave)}
            </Button>
            <Button variant="ink" onClick={() => blocker.state === 'blocked' && blocker.reset()}>
              {t(($) => $.unsaved.stay)}
            </Button>
          </>
        }
      />
    </UnsavedContext>
  )
}

/** Tells the guard around this form whether it holds changes that are not saved. */
export function useUnsaved(isUnsaved: boolean): void {
  const form = useId()
  const tell = use(UnsavedContext)
  useEffect(() => {
    tell(form, isUnsaved)
    return () => tell(form, false)
  }, [form, isUnsaved, tell])
}
