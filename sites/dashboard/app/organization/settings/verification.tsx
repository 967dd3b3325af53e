import type { OrganizationEvidence } from '@bollard/contracts'
import { Moment, textOf, useIsSending } from '@bollard/site-kit'
import { act, apiOf, requireId } from '@bollard/site-kit/server'
import {
  Alert,
  Button,
  ButtonLink,
  Card,
  CardHeader,
  CopyField,
  EmptyState,
  type Meaning,
  Pill,
  TextAreaField,
} from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { AdminsOnly } from './admins-only.tsx'
import { loadForAdmins } from './load-for-admins.server.ts'
import { OrganizationProblem } from '../organization-problem.tsx'
import { asSent } from '../read-form.ts'
import { SettingsPage } from './settings-page.tsx'
import { useFormWords } from '../use-form-words.ts'
import { useOrganization } from '../use-organization.ts'
import { VerificationAbout, VerificationPill } from '../verification-pill.tsx'
import { useCopyTexts } from '../../words/use-copy-texts.ts'
import type { Route } from './+types/verification.ts'

const offered = ['EMAIL_DOMAIN', 'VAT_ID', 'REGISTER', 'MANUAL'] as const
type Offered = (typeof offered)[number]

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const evidence = await loadForAdmins(context, request, organizationId, () =>
    apiOf(context, request).listOrganizationEvidence({ organizationId }),
  )
  return evidence.allowed ? { admins: null, evidence: evidence.value.items } : { admins: evidence.admins, evidence: [] }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const api = apiOf(context, request)
  const form = await request.formData()
  const evidenceId = textOf(form, 'evidenceId').trim()
  const kind = asSent<Offered>(textOf(form, 'kind').trim())
  const note = textOf(form, 'note').trim()
  const call =
    evidenceId === ''
      ? api.requestOrganizationVerification({
          organizationId,
          organizationVerificationRequestDto: { kind, ...(note === '' ? {} : { note }) },
        })
      : api.checkOrganizationEvidence({ organizationId, evidenceId: requireId(context, request, evidenceId) })
  const answer = await act({ request, context }, call)
  if (answer.ok)
    return data({
      found: { status: answer.value.status, checked: evidenceId !== '' },
      note: '',
      kind: null,
      problem: null,
    })
  return data({ found: null, note, kind, problem: answer.problem }, { status: answer.problem.status })
}

export default function OrganizationVerification({
  loaderData: { admins, evidence },
  actionData,
}: Route.ComponentProps) {
  const { t } = useTranslation()
  const { organization } = useOrganization()
  const { status, reason } = organization.verification
  const isAdmin = organization.myRole === 'ADMIN'
  if (admins) {
    return (
      <SettingsPage section="verification">
        <AdminsOnly admins={admins} />
      </SettingsPage>
    )
  }
  const found = actionData?.found
  const words = {
    'state-conflict': t(($) => $.organizations.verify.factMissing),
    upstream: t(($) => $.organizations.verify.viesAway),
  }
  return (
    <SettingsPage section="verification" subtitle={t(($) => $.organizations.verify.about)}>
      {found ? (
        <Alert kind={found.status === 'CONFIRMED' ? 'success' : found.status === 'REFUSED' ? 'warning' : 'info'}>
          {sayFound(found)}
        </Alert>
      ) : null}
      <OrganizationProblem problem={actionData?.problem} words={words} />
      <Card>
        <CardHeader title={t(($) => $.organizations.standing)} className="!mb-2">
          <VerificationPill status={status} />
        </CardHeader>
        <VerificationAbout status={status} reason={reason} />
      </Card>
      {isAdmin ? <HandIn note={actionData?.note ?? ''} problem={actionData?.problem ?? null} /> : null}
      <Card padded={false}>
        <CardHeader title={t(($) => $.organizations.verify.handedIn)} className="!mb-0 px-5 pt-4 pb-2" />
        {evidence.length > 0 ? (
          <ul>
            {evidence.map((one) => (
              <Evidence key={one.id} evidence={one} />
            ))}
          </ul>
        ) : (
          <EmptyState title={t(($) => $.organizations.verify.emptyTitle)}>
            {t(($) => $.organizations.verify.empty)}
          </EmptyState>
        )}
      </Card>
    </SettingsPage>
  )

  function sayFound({ status: outcome, checked }: { status: OrganizationEvidence['status']; checked: boolean }) {
    if (outcome === 'OPEN')
      return checked ? t(($) => $.organizations.verify.notFoundYet) : t(($) => $.organizations.verify.open)
    return t(($) => $.organizations.verify.outcomes[outcome])
  }
}

interface HandInProps {
  note: string
  problem: NonNullable<Route.ComponentProps['actionData']>['problem']
}

/** One form for each kind of evidence; where the fact that is to be proved is not given yet, the way to it. */
function HandIn({ note, problem }: HandInProps) {
  const { t } = useTranslation()
  const { organization, base } = useOrganization()
  const { legalName, contactEmail, vatId, registerNumber } = organization
  const facts: Record<Offered, string | null> = {
    EMAIL_DOMAIN: contactEmail.slice(contactEmail.lastIndexOf('@') + 1),
    VAT_ID: vatId,
    REGISTER: registerNumber,
    MANUAL: '',
  }
  const toFacts = (
    <ButtonLink asChild size="dense">
      <Link to={`${base}/settings`}>{t(($) => $.organizations.verify.toFacts)}</Link>
    </ButtonLink>
  )
  if (legalName === null) {
    return (
      <Card className="grid justify-items-start gap-3">
        <CardHeader title={t(($) => $.organizations.verify.legalNameFirst)} className="!mb-0" />
        <p className="text-sm text-ink-2">{t(($) => $.organizations.verify.legalNameFirstText)}</p>
        {toFacts}
      </Card>
    )
  }
  return (
    <Card>
      <CardHeader title={t(($) => $.organizations.verify.handIn)} className="!mb-1" />
      <ul className="divide-y divide-line">
        {offered.map((kind) => (
          <li key={kind} className="flex flex-wrap items-start gap-x-6 gap-y-2.5 py-4 last:pb-0">
            <div className="me-auto grid max-w-[32rem] min-w-0 gap-1 text-sm">
              <h3 className="font-sans text-sm font-[560] tracking-normal">
                {t(($) => $.organizations.verify.kinds[kind].name)}
              </h3>
              <p className="text-ink-2">
                {t(($) => $.organizations.verify.kinds[kind].about, { fact: facts[kind] ?? '' })}
              </p>
            </div>
            {facts[kind] === null ? (
              toFacts
            ) : kind === 'MANUAL' ? (
              <ManualForm note={note} problem={problem} />
            ) : (
              <KindForm kind={kind} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function KindForm({ kind }: { kind: Offered }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <Form method="post">
      <input type="hidden" name="kind" value={kind} />
      <Button type="submit" size="dense" aria-disabled={isSending}>
        {t(($) => $.organizations.verify.kinds[kind].action)}
      </Button>
    </Form>
  )
}

function ManualForm({ note, problem }: HandInProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFormWords(problem, {})
  return (
    <Form method="post" className="grid w-full gap-3" {...formProps}>
      <input type="hidden" name="kind" value="MANUAL" />
      <TextAreaField
        id="note"
        name="note"
        rows={3}
        required
        maxLength={500}
        label={t(($) => $.organizations.verify.note)}
        error={errorOf('note')}
        defaultValue={note}
      />
      <Button type="submit" size="dense" className="justify-self-start" aria-disabled={isSending}>
        {t(($) => $.organizations.verify.kinds.MANUAL.action)}
      </Button>
    </Form>
  )
}

const meanings: Record<OrganizationEvidence['status'], Meaning> = { OPEN: 'info', CONFIRMED: 'human', REFUSED: 'bot' }

function Evidence({
  evidence: { id, kind, status, txtRecord, details, createdAt, decidedAt },
}: {
  evidence: OrganizationEvidence
}) {
  const { t } = useTranslation()
  const texts = useCopyTexts()
  const isSending = useIsSending()
  const { domain, vatId, registerNumber, note, consultationNumber } = details
  return (
    <li className="grid gap-3 border-t border-line px-5 py-4 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="font-[560] [overflow-wrap:anywhere]">
          {t(($) => $.organizations.verify.evidence[kind])}
          {(domain ?? vatId ?? registerNumber) ? `: ${domain ?? vatId ?? registerNumber}` : ''}
        </span>
        <Pill mark meaning={meanings[status]}>
          {t(($) => $.organizations.verify.states[status])}
        </Pill>
        <Moment at={decidedAt ?? createdAt} show="day" className="ms-auto text-xs text-ink-3" />
      </div>
      {note ? <p className="whitespace-pre-line text-ink-2">{note}</p> : null}
      {consultationNumber ? (
        <p className="text-xs text-ink-3">
          {t(($) => $.organizations.verify.consultation, { number: consultationNumber })}
        </p>
      ) : null}
      {txtRecord && status === 'OPEN' ? (
        <div className="grid gap-3 rounded-md bg-sunken p-4">
          <p className="text-ink-2">{t(($) => $.organizations.verify.txt)}</p>
          <CopyField label={t(($) => $.organizations.verify.txtName)} value={txtRecord.name} texts={texts} />
          <CopyField label={t(($) => $.organizations.verify.txtValue)} value={txtRecord.value} texts={texts} />
        </div>
      ) : null}
      {status === 'OPEN' && (kind === 'EMAIL_DOMAIN' || kind === 'VAT_ID') ? (
        <Form method="post">
          <input type="hidden" name="evidenceId" value={id} />
          <Button type="submit" size="dense" aria-disabled={isSending}>
            {t(($) => $.organizations.verify.check)}
          </Button>
        </Form>
      ) : null}
      {status === 'OPEN' && (kind === 'REGISTER' || kind === 'MANUAL') ? (
        <p className="text-xs text-ink-3">{t(($) => $.organizations.verify.byPerson)}</p>
      ) : null}
    </li>
  )
}
