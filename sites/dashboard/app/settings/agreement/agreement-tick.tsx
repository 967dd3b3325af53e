import { Checkbox } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { AgreementLink } from './agreement-link.tsx'

interface AgreementTickProps {
  dpa: { version: string; url: string }
  ticked: boolean
  /** Another version is offered by now. */
  isRefused: boolean
}

/** Accepts the operator's agreement where a solution is made. It may be left for later, since somebody else may have to decide. */
export function AgreementTick({ dpa, ticked, isRefused }: AgreementTickProps) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-1">
      <input type="hidden" name="dpaVersion" value={dpa.version} />
      <Checkbox name="dpa" defaultChecked={ticked} label={t(($) => $.agreement.tick)} />
      <p className="ps-8 text-sm text-ink-2">
        {t(($) => $.agreement.tickHint)} <AgreementLink dpa={dpa} />
      </p>
      {isRefused ? <p className="ps-8 text-sm text-bad">{t(($) => $.agreement.replaced)}</p> : null}
    </div>
  )
}
