import { useIsSending } from '@bollard/site-kit'
import { Alert, useNotify } from '@bollard/ui'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** Says that something was done, once the page shows it too. Keyed by what was done on its page. Without scripts it is a line of the page. */
export function DoneToast({ children }: { children: string }) {
  return useIsSending() ? null : <Done text={children} />
}

function Done({ text }: { text: string }) {
  const notify = useNotify()
  const tell = useEffectEvent(() => notify({ type: 'SUCCESS', title: text }))
  useEffect(() => tell(), [])
  const isHydrated = useSyncExternalStore(never, always, () => false)
  return isHydrated ? null : (
    <Alert kind="success" className="js:hidden">
      {text}
    </Alert>
  )
}

const never = () => () => undefined
const always = () => true
