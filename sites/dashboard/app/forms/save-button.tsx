import { useIsSending } from '@bollard/site-kit'
import { Button } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useRights } from '../frame/rights.ts'

/** Sends the form of something new, which `create` names, or saves a change; nothing for those who may not. */
export function SaveButton({ create, isNew }: { create: string; isNew: boolean }) {
  const { t } = useTranslation()
  const { mayChange } = useRights()
  const isSending = useIsSending()
  if (!mayChange) return null
  return (
    <Button
      type="submit"
      name="do"
      value="save"
      variant="primary"
      className="justify-self-start"
      aria-disabled={isSending}
    >
      {isNew ? create : t(($) => $.settings.save)}
    </Button>
  )
}
