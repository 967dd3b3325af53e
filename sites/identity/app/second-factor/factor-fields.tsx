import type { ShownProblem } from '@bollard/site-kit'
import { TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { OrDivider } from '../forms/or-divider.tsx'
import { PasskeyButton } from '../passkey/passkey-button.tsx'
import type { Factor } from './factors-named-by.ts'

/** One field for whichever code of a second factor is at hand, inside another form. */
export function FactorCode({
  factors,
  problem,
}: {
  factors: readonly Factor[]
  problem: ShownProblem | null | undefined
}) {
  const { t } = useTranslation()
  if (!factors.includes('TOTP') && !factors.includes('RECOVERY_CODE')) return null
  return (
    <TextField
      id="factorCode"
      label={factors.includes('TOTP') ? t(($) => $.secondFactor.anyCode) : t(($) => $.secondFactor.recoveryCode)}
      hint={t(($) => $.secondFactor.anyCodeHint)}
      error={problem?.code === 'code-invalid' ? t(($) => $.secondFactor.codeCheck) : undefined}
      name="factorCode"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={80}
    />
  )
}

/** Sends the same form with a passkey in place of a code. */
export function FactorPasskey({ factors }: { factors: readonly Factor[] }) {
  const { t } = useTranslation()
  if (!factors.includes('PASSKEY')) return null
  return (
    <div data-needs-js className="grid gap-4">
      <OrDivider word={t(($) => $.signIn.or)} />
      <PasskeyButton label={t(($) => $.secondFactor.passkey)} />
    </div>
  )
}
