import { Button, Icon } from '@bollard/ui'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { askPasskey, type PasskeyAnswer, type PasskeyRefusal } from './ask-passkey.ts'
import { usePasskeyAutofill } from './use-passkey-autofill.ts'

export interface PasskeyButtonProps {
  label: ReactNode
  /** Offers passkeys in the field with `autocomplete="… webauthn"` of the page as well. */
  autofill?: boolean
  primary?: boolean
}

/** Asks for a passkey and then sends the form it stands in, with the answer in the field `passkey`. */
export function PasskeyButton({ label, autofill = false, primary = false }: PasskeyButtonProps) {
  const { t } = useTranslation()
  const { language } = useParams()
  const field = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'waiting' | PasskeyRefusal>('idle')
  const address = `/${language}/passkey-options`

  function send(result: PasskeyAnswer): void {
    setState(result.ok ? 'idle' : result.reason)
    if (!result.ok || !field.current) return
    field.current.value = result.answer
    field.current.form?.requestSubmit()
  }
  usePasskeyAutofill(autofill ? address : null, send)

  async function ask(): Promise<void> {
    setState('waiting')
    send(await askPasskey(address))
  }
  return (
    <>
      <input ref={field} type="hidden" name="passkey" />
      <Button
        data-needs-js
        wide
        variant={primary ? 'primary' : 'line'}
        aria-disabled={state === 'waiting'}
        onClick={() => void ask()}
      >
        <Icon name="key" />
        {state === 'waiting' ? t(($) => $.passkey.waiting) : label}
      </Button>
      <p aria-live="polite" className="text-sm text-ink-2 empty:hidden">
        {state === 'idle' || state === 'waiting' ? null : t(($) => $.passkey[state])}
      </p>
    </>
  )
}
