import type { Verification } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { nameOfCode } from '../../words/name-of-code.ts'
import { useSolution } from '../use-solution.ts'
import { Fact, FactList } from './fact-list.tsx'
import { NetworkSources } from '../../words/network-sources.tsx'

/** What is known of the visitor: no more than is needed to judge them. */
export function Visitor({ verification }: { verification: Verification }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { base, solution } = useSolution()
  const rules = `${base}/captcha/settings/rules`
  const devices: Readonly<Record<string, string>> = t(($) => $.detail.devices, { returnObjects: true })
  const unknown = <span className="text-ink-3">{t(($) => $.detail.devices.unknown)}</span>
  const known = (name: string) => (name === 'Unknown' ? t(($) => $.detail.devices.unknown) : name)
  return (
    <Card>
      <CardHeader title={t(($) => $.detail.visitor)} />
      <FactList>
        <Fact name={t(($) => $.detail.hostname)}>{verification.hostname}</Fact>
        <Fact name={t(($) => $.detail.action)}>
          {verification.action ?? <span className="text-ink-3">{t(($) => $.detail.none)}</span>}
        </Fact>
        <Fact name={t(($) => $.detail.browser)}>{known(verification.browser)}</Fact>
        <Fact name={t(($) => $.detail.operatingSystem)}>{known(verification.operatingSystem)}</Fact>
        <Fact name={t(($) => $.detail.device)}>
          {devices[verification.device.toLowerCase()] ?? verification.device}
        </Fact>
        <Fact name={t(($) => $.detail.network)} hint={t(($) => $.detail.networkHint)}>
          <code className="text-xs">{verification.network}</code>
        </Fact>
        <Fact name={t(($) => $.detail.country)}>
          {verification.country ? nameOfCode('region', verification.country, language) : unknown}
        </Fact>
        <Fact name={t(($) => $.detail.operator)}>
          {verification.asn === null
            ? unknown
            : verification.operator === null
              ? `AS${verification.asn}`
              : `${verification.operator} (AS${verification.asn})`}
        </Fact>
        <Fact name={t(($) => $.detail.language)}>
          {verification.language ? nameOfCode('language', verification.language, language) : unknown}
        </Fact>
      </FactList>
      {verification.country === null && verification.asn === null ? null : <NetworkSources />}
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {verification.country !== null && solution.myRole === 'ADMIN' ? (
          <Link to={`${rules}?block=${verification.country}#countries`} className="text-link touch:py-2">
            {t(($) => $.rules.blockCountry)}
          </Link>
        ) : null}
        <Link to={`${rules}/try?verification=${verification.verificationId}`} className="text-link touch:py-2">
          {t(($) => $.rules.tryLike)}
        </Link>
      </p>
    </Card>
  )
}
