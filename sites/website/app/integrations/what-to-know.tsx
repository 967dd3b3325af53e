import { testSecretKeys, testSiteKeys } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { MarkedText } from '../page/marked-text.tsx'
import { PageSection } from '../page/page-section.tsx'
import type { Platform } from './platforms.ts'

/** Keys for pipelines: the same for all platforms. */
export function TestKeys() {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const pairs = [
    { kind: 'PASSES', does: t(($) => $.integrations.testKeys.passes) },
    { kind: 'FAILS', does: t(($) => $.integrations.testKeys.fails) },
    { kind: 'SPENT', does: t(($) => $.integrations.testKeys.spent) },
    { kind: 'STEP_UP', does: t(($) => $.integrations.testKeys.stepUp) },
  ] as const
  return (
    <PageSection id="test-keys" title={t(($) => $.integrations.testKeys.title)}>
      <p className="max-w-[46em] text-ink-2">{t(($) => $.integrations.testKeys.text)}</p>
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <Table label={t(($) => $.integrations.testKeys.table)}>
          <thead>
            <tr>
              <HeadCell>{t(($) => $.integrations.testKeys.does)}</HeadCell>
              <HeadCell>{t(($) => $.integrations.testKeys.siteKey)}</HeadCell>
              <HeadCell>{t(($) => $.integrations.testKeys.secretKey)}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ kind, does }) => (
              <Row key={kind}>
                <Cell>{does}</Cell>
                <Cell className="font-mono">{testSiteKeys[kind]}</Cell>
                <Cell className="font-mono">{testSecretKeys[kind]}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
      <p className="max-w-[46em] text-ink-2">
        {t(($) => $.integrations.testKeys.warning)}{' '}
        <a href={`${urls.docs}/${language}/start/test-keys`} className="text-link">
          {t(($) => $.integrations.testKeys.more)}
        </a>
      </p>
    </PageSection>
  )
}

/** Codes that this kind of platform meets first; each has a page of its own in the documentation. */
const codesByKind = {
  page: ['origin-not-allowed', 'site-key-unknown', 'timeout-or-duplicate'],
  app: ['origin-not-allowed', 'site-key-unknown', 'timeout-or-duplicate'],
  server: ['missing-input-response', 'timeout-or-duplicate', 'invalid-input-secret'],
  system: ['origin-not-allowed', 'timeout-or-duplicate', 'invalid-input-secret'],
} as const satisfies Readonly<Record<Platform['kind'], readonly string[]>>

/** What the first errors mean, with the page that says more. */
export function ErrorCodes({ kind }: { kind: Platform['kind'] }) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  return (
    <dl className="overflow-hidden rounded-lg border border-line bg-surface">
      {codesByKind[kind].map((code) => (
        <div
          key={code}
          className="grid gap-x-6 gap-y-1 border-b border-line px-5 py-4 last:border-b-0 sm:grid-cols-[14rem_1fr]"
        >
          <dt>
            <a href={`${urls.docs}/${language}/errors/${code}`} className="text-link font-mono text-sm touch:min-h-11">
              {code}
            </a>
          </dt>
          <dd className="text-ink-2">
            <MarkedText text={t(($) => $.integrations.codes[code])} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
