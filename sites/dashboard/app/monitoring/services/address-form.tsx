import { ProblemAlert, type ShownProblem, useIsSending } from '@bollard/site-kit'
import { Button, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { useMonitoring } from '../use-monitoring.ts'

interface AddressFormProps {
  address: string
  /** The text was no address of a page. */
  isNoAddress?: boolean
  problem?: ShownProblem | null
}

/** One field for an address of a page; what answers there is shown before anything is saved. Nothing for those who may not. */
export function AddressForm({ address, isNoAddress = false, problem = null }: AddressFormProps) {
  const { t } = useTranslation()
  const { base, mayChange } = useMonitoring()
  const isSending = useIsSending()
  if (!mayChange) return null
  return (
    <Form method="post" action={`${base}/services/new`} className="w-full max-w-[40rem] text-start">
      <div className="grid min-w-0 gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
        <div className="grid gap-3 sm:col-span-2 empty:hidden">
          <ProblemAlert problem={problem} />
        </div>
        <TextField
          id="address"
          name="address"
          label={t(($) => $.monitoring.paste.label)}
          hint={t(($) => $.monitoring.paste.hint)}
          error={isNoAddress ? t(($) => $.monitoring.paste.noAddress) : undefined}
          defaultValue={address}
          placeholder="https://example.org"
          required
          maxLength={2048}
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
        />
        <Button
          type="submit"
          name="do"
          value="look"
          variant="primary"
          className="sm:mt-[1.625rem]"
          aria-disabled={isSending}
        >
          {isSending ? t(($) => $.monitoring.form.trying) : t(($) => $.monitoring.paste.submit)}
        </Button>
      </div>
    </Form>
  )
}
