import { useIsSending } from '@bollard/site-kit'
import { Button } from '@bollard/ui'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** How long the service lets the next mail wait, in seconds. */
const pauseSeconds = 60

/**
 * Sends a mail again, at the earliest a minute after the last one. It counts down where scripts run; elsewhere the service says how long
 * to wait. `sentAgain` is another object after every mail.
 */
export function ResendButton({ waits, sentAgain }: { waits: boolean; sentAgain: unknown }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (!waits) return
    const end = Date.now() + pauseSeconds * 1000
    const show = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    show()
    const timer = setInterval(show, 500)
    return () => clearInterval(timer)
  }, [waits, sentAgain])
  const label = left > 0 ? t(($) => $.checkYourMail.resendIn, { seconds: left }) : t(($) => $.checkYourMail.resend)
  return (
    <Button type="submit" wide aria-disabled={isSending || left > 0} className="tabular">
      {isSending ? t(($) => $.checkYourMail.resending) : label}
    </Button>
  )
}
