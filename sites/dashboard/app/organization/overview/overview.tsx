import { unverifiedSolutionsMax } from '@bollard/contracts'
import { Moment, useSite } from '@bollard/site-kit'
import { Card, CardHeader, CopyField, PostMark, Tile, Tiles } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Fact, FactList } from '../../solution/verification/fact-list.tsx'
import { presentScheme } from '../earns.ts'
import { type MissingStep, missingForPayout } from './missing-for-payout.ts'
import { OrganizationPage } from '../organization-page.tsx'
import { useRateWords } from '../rate-words.ts'
import { useOrganization } from '../use-organization.ts'
import { VerificationAbout, VerificationPill } from '../verification-pill.tsx'
import { writeMoney } from '../write-money.ts'
import { useCopyTexts } from '../../words/use-copy-texts.ts'
import type { Route } from './+types/overview.ts'

/** Where each step is taken, below the address of the organization. */
const places: Record<MissingStep, string | null> = {
  legalName: 'settings',
  address: 'settings',
  taxId: 'settings',
  payoutAccount: 'settings/payout',
  verification: 'settings/verification',
  waiting: null,
  frozen: null,
}

export const loader = () => ({ now: Date.now() })

export default function OrganizationOverview({ loaderData: { now } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const copyTexts = useCopyTexts()
  const { organization, base } = useOrganization()
  const { kind, balance, memberCount, solutionCount, verification } = organization
  const rateOf = useRateWords()
  const none = writeMoney(language, { amountMinor: 0, currency: 'EUR' })
  return (
    <OrganizationPage
      title={t(($) => $.organizations.tabs.overview)}
      heading={organization.name}
      end={<VerificationPill status={verification.status} />}
    >
      <Tiles className="mb-4">
        {presentScheme(kind) ? (
          <>
            <Tile
              mark={<PostMark colour="series-human" />}
              label={t(($) => $.organizations.available)}
              value={balance ? writeMoney(language, balance.available) : none}
              note={t(($) => $.organizations.availableNote)}
            />
            <Tile
              mark={<PostMark colour="series-doubt" />}
              label={t(($) => $.organizations.pending)}
              value={balance ? writeMoney(language, balance.pending) : none}
              note={t(($) => $.organizations.pendingNote)}
            />
          </>
        ) : null}
        <Tile
          label={t(($) => $.organizations.managedSolutions)}
          value={solutionCount}
          note={
            verification.status === 'VERIFIED'
              ? t(($) => $.organizations.noLimit)
              : t(($) => $.organizations.unverifiedLimit, { max: unverifiedSolutionsMax })
          }
        />
        <Tile
          label={t(($) => $.organizations.sections.members)}
          value={memberCount}
          note={t(($) => $.organizations.yourRole, { role: t(($) => $.roles[organization.myRole]) })}
        />
      </Tiles>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Standing now={now} />
        <Card>
          <CardHeader title={t(($) => $.organizations.about)} />
          <FactList>
            <Fact name={t(($) => $.organizations.fields.kind)} hint={rateOf(kind)}>
              {t(($) => $.organizations.kinds[kind].name)}
            </Fact>
            <Fact name={t(($) => $.organizations.fields.contactEmail)}>{organization.contactEmail}</Fact>
            {organization.website ? (
              <Fact name={t(($) => $.organizations.fields.website)}>
                <a className="text-link" href={organization.website} rel="noreferrer">
                  {organization.website}
                </a>
              </Fact>
            ) : null}
            <Fact
              name={t(($) => $.organizations.fields.referralCode)}
              hint={t(($) => $.organizations.referralCodeAbout)}
            >
              <code className="font-mono">{organization.referralCode}</code>
            </Fact>
            <Fact name={t(($) => $.organizations.foundedAt)}>
              <Moment at={organization.createdAt} show="day" />
            </Fact>
          </FactList>
          {presentScheme(kind) ? (
            <div className="mt-4">
              <CopyField
                label={t(($) => $.organizations.referralLink)}
                value={`${urls.website}/${organization.language}/products/captcha?ref=${encodeURIComponent(organization.referralCode)}`}
                hint={t(($) => $.organizations.referralLinkAbout)}
                texts={copyTexts}
              />
            </div>
          ) : null}
          {organization.myRole === 'ADMIN' ? (
            <p className="mt-4 border-t border-line pt-3 text-sm">
              <Link className="text-link" to={`${base}/settings/links`}>
                {t(($) => $.organizations.toLinks)}
              </Link>
            </p>
          ) : null}
        </Card>
      </div>
    </OrganizationPage>
  )
}

/** What the verification is at, and what is left to do until the organization can be paid. */
function Standing({ now }: { now: number }) {
  const { t } = useTranslation()
  const { organization, base } = useOrganization()
  const { status, reason, validUntil } = organization.verification
  const steps = missingForPayout(organization, now)
  const isAdmin = organization.myRole === 'ADMIN'
  return (
    <Card>
      <CardHeader title={t(($) => $.organizations.standing)}>
        <VerificationPill status={status} />
      </CardHeader>
      <VerificationAbout status={status} reason={reason} />
      {validUntil ? (
        <p className="mt-2 text-sm text-ink-2">
          {t(($) => $.organizations.validUntil)} <Moment at={validUntil} show="day" />
        </p>
      ) : null}
      {steps.length > 0 ? (
        <>
          <h3 className="mt-5 mb-2 font-sans text-sm font-[560] tracking-normal">
            {t(($) => $.organizations.missing)}
          </h3>
          <ol className="grid gap-px overflow-hidden rounded-md border border-line bg-line">
            {steps.map((step) => (
              <li key={step} className="flex flex-wrap items-center gap-x-4 gap-y-1 bg-surface px-4 py-2.5 text-sm">
                <span className="me-auto min-w-0">
                  {t(($) => $.organizations.steps[step].text)}
                  {step === 'frozen' && organization.payoutsFrozenUntil ? (
                    <>
                      {' '}
                      <Moment at={organization.payoutsFrozenUntil} show="day" />
                    </>
                  ) : null}
                </span>
                {isAdmin && places[step] !== null ? (
                  <Link
                    className="text-link inline-flex min-h-8 items-center touch:min-h-11"
                    to={`${base}/${places[step]}`}
                  >
                    {t(($) => $.organizations.steps[step].action)}
                  </Link>
                ) : null}
              </li>
            ))}
          </ol>
          {isAdmin ? null : <p className="mt-3 text-xs text-ink-3">{t(($) => $.organizations.adminsDoThis)}</p>}
        </>
      ) : (
        <p className="mt-4 text-sm font-[560]">
          {presentScheme(organization.kind)
            ? t(($) => $.organizations.nothingMissing)
            : t(($) => $.organizations.nothingMissingPlain)}
        </p>
      )}
    </Card>
  )
}
