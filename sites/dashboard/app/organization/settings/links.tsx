import { inviteTokenPurposes, type InviteToken } from '@bollard/contracts'
import { Moment, textOf, useIsSending } from '@bollard/site-kit'
import { act, apiOf, requireId } from '@bollard/site-kit/server'
import {
  Alert,
  Button,
  Card,
  CardHeader,
  Cell,
  CopyField,
  EmptyState,
  HeadCell,
  Pill,
  Row,
  SelectField,
  Table,
  TextField,
} from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form } from 'react-router'
import { AdminsOnly } from './admins-only.tsx'
import { Fold } from '../../forms/fold.tsx'
import { loadForAdmins } from './load-for-admins.server.ts'
import { OrganizationProblem } from '../organization-problem.tsx'
import { asSent, readCount } from '../read-form.ts'
import { SettingsPage } from './settings-page.tsx'
import { useFormWords } from '../use-form-words.ts'
import { useOrganization } from '../use-organization.ts'
import { useCopyTexts } from '../../words/use-copy-texts.ts'
import { DoneToast } from '../../forms/done-toast.tsx'
import type { Route } from './+types/links.ts'

/** `intent` names this one creation, so that a form sent twice makes one link. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const links = await loadForAdmins(context, request, organizationId, () =>
    apiOf(context, request).listOrganizationInviteTokens({ organizationId }),
  )
  const shown = links.allowed ? { admins: null, links: links.value.items } : { admins: links.admins, links: [] }
  return { ...shown, creation: crypto.randomUUID(), now: Date.now() }
}

/** Answers with the link itself: its token must stand in no address and in no storage. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const api = apiOf(context, request)
  const form = await request.formData()
  const inviteTokenId = textOf(form, 'inviteTokenId').trim()
  if (inviteTokenId !== '') {
    const answer = await act(
      { request, context },
      api.deleteOrganizationInviteToken({ organizationId, inviteTokenId: requireId(context, request, inviteTokenId) }),
    )
    if (answer.ok) return data({ created: null, ended: true, typed: null, problem: null })
    return data(
      { created: null, ended: false, typed: null, problem: answer.problem },
      { status: answer.problem.status },
    )
  }
  const purpose = asSent<InviteToken['purpose']>(textOf(form, 'purpose').trim())
  const typed = {
    label: textOf(form, 'label').trim(),
    purpose,
    role: textOf(form, 'role').trim(),
    maxUses: textOf(form, 'maxUses').trim(),
    expiresInDays: textOf(form, 'expiresInDays').trim(),
  }
  const counts = { maxUses: readCount(form, 'maxUses'), expiresInDays: readCount(form, 'expiresInDays') }
  const organizationInviteTokenCreationDto = {
    label: typed.label,
    purpose,
    ...(purpose === 'JOIN' ? { role: asSent<'VIEWER' | 'MEMBER'>(typed.role) } : {}),
    ...(counts.maxUses === undefined ? {} : { maxUses: counts.maxUses }),
    ...(counts.expiresInDays === undefined ? {} : { expiresInDays: counts.expiresInDays }),
  }
  const idempotencyKey = textOf(form, 'creation').trim() || crypto.randomUUID()
  const answer = await act(
    { request, context },
    api.createOrganizationInviteToken({ organizationId, organizationInviteTokenCreationDto }, { idempotencyKey }),
  )
  if (!answer.ok)
    return data({ created: null, ended: false, typed, problem: answer.problem }, { status: answer.problem.status })
  const { label, url } = answer.value
  return data({ created: { label, purpose, url }, ended: false, typed: null, problem: null }, { status: 201 })
}

export default function OrganizationLinks({
  loaderData: { admins, links, creation, now },
  actionData,
}: Route.ComponentProps) {
  const { t } = useTranslation()
  const { organization } = useOrganization()
  const texts = useCopyTexts()
  if (admins) {
    return (
      <SettingsPage section="links">
        <AdminsOnly admins={admins} />
      </SettingsPage>
    )
  }
  const created = actionData?.created
  return (
    <SettingsPage section="links" subtitle={t(($) => $.organizations.links.about, { name: organization.name })}>
      {created ? (
        <Card className="grid gap-4 sm:p-6">
          <CardHeader
            className="!mb-0"
            title={t(($) => $.organizations.links.createdTitle, { label: created.label })}
          />
          <Alert kind="warning">
            {created.url === '' ? t(($) => $.organizations.links.repeated) : t(($) => $.organizations.links.once)}
          </Alert>
          {created.url === '' ? null : (
            <CopyField
              label={t(($) => $.organizations.links.link)}
              value={created.url}
              hint={t(($) => $.organizations.links.leads[created.purpose])}
              texts={texts}
            />
          )}
        </Card>
      ) : null}
      {actionData?.ended ? <DoneToast>{t(($) => $.organizations.links.ended)}</DoneToast> : null}
      {actionData?.problem && !actionData.typed ? <OrganizationProblem problem={actionData.problem} /> : null}
      <LinkForm
        key={creation}
        creation={creation}
        typed={actionData?.typed ?? null}
        problem={actionData?.typed ? actionData.problem : null}
      />
      <Card padded={false} className="min-w-0 overflow-hidden">
        <CardHeader title={t(($) => $.organizations.links.title)} className="!mb-0 px-5 pt-4 pb-2" />
        {links.length > 0 ? (
          <LinkTable links={links} now={now} />
        ) : (
          <EmptyState title={t(($) => $.organizations.links.emptyTitle)}>
            {t(($) => $.organizations.links.empty)}
          </EmptyState>
        )}
      </Card>
    </SettingsPage>
  )
}

type Answer = NonNullable<Route.ComponentProps['actionData']>

function LinkForm({
  creation,
  typed,
  problem,
}: {
  creation: string
  typed: Answer['typed']
  problem: Answer['problem']
}) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFormWords(problem, {
    maxUses: t(($) => $.organizations.links.maxUsesFault),
    expiresInDays: t(($) => $.organizations.links.expiresFault),
  })
  const labels = {
    label: t(($) => $.organizations.links.label),
    maxUses: t(($) => $.organizations.links.maxUses),
    expiresInDays: t(($) => $.organizations.links.expiresInDays),
  }
  return (
    <Card className="sm:p-6">
      <Form method="post" className="grid max-w-[34rem] gap-5" {...formProps}>
        <CardHeader className="!mb-0" title={t(($) => $.organizations.links.create)} />
        <OrganizationProblem
          problem={problem}
          labels={labels}
          errorOf={errorOf}
          words={{ 'quota-exceeded': t(($) => $.organizations.links.quota) }}
        />
        <input type="hidden" name="creation" value={creation} />
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-[520]">{t(($) => $.organizations.links.purpose)}</legend>
          {inviteTokenPurposes.map((purpose) => (
            <label
              key={purpose}
              className="flex cursor-pointer items-start gap-3 rounded-md border border-line-strong px-4 py-2.5 hover:border-ink-3 has-checked:border-ink has-checked:bg-sunken"
            >
              <input
                type="radio"
                name="purpose"
                value={purpose}
                defaultChecked={(typed?.purpose || 'REFERRAL') === purpose}
                className="mt-1 size-4 shrink-0 accent-amber"
              />
              <span className="grid gap-0.5 text-sm font-[560]">
                {t(($) => $.organizations.links.purposes[purpose])}
                <span className="font-[400] text-ink-2">{t(($) => $.organizations.links.leads[purpose])}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <TextField
          id="label"
          name="label"
          label={labels.label}
          hint={t(($) => $.organizations.links.labelHint)}
          error={errorOf('label')}
          required
          maxLength={60}
          autoComplete="off"
          defaultValue={typed?.label ?? ''}
        />
        {/* A link never makes an admin. */}
        <SelectField
          id="role"
          name="role"
          label={t(($) => $.organizations.links.role)}
          hint={t(($) => $.organizations.links.roleHint)}
          defaultValue={typed?.role || 'VIEWER'}
        >
          {(['VIEWER', 'MEMBER'] as const).map((role) => (
            <option key={role} value={role}>
              {t(($) => $.roles[role])}
            </option>
          ))}
        </SelectField>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            id="maxUses"
            name="maxUses"
            inputMode="numeric"
            label={labels.maxUses}
            aside={t(($) => $.organizations.fields.optional)}
            hint={t(($) => $.organizations.links.maxUsesHint)}
            error={errorOf('maxUses')}
            autoComplete="off"
            className="content-start"
            defaultValue={typed?.maxUses ?? ''}
          />
          <TextField
            id="expiresInDays"
            name="expiresInDays"
            inputMode="numeric"
            label={labels.expiresInDays}
            aside={t(($) => $.organizations.fields.optional)}
            hint={t(($) => $.organizations.links.expiresHint)}
            error={errorOf('expiresInDays')}
            autoComplete="off"
            className="content-start"
            defaultValue={typed?.expiresInDays ?? ''}
          />
        </div>
        <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
          {t(($) => $.organizations.links.create)}
        </Button>
      </Form>
    </Card>
  )
}

function LinkTable({ links, now }: { links: readonly InviteToken[]; now: number }) {
  const { t } = useTranslation()
  return (
    <Table label={t(($) => $.organizations.links.title)} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="ps-5">{t(($) => $.organizations.links.label)}</HeadCell>
          <HeadCell>{t(($) => $.organizations.links.purpose)}</HeadCell>
          <HeadCell>{t(($) => $.organizations.links.uses)}</HeadCell>
          <HeadCell>{t(($) => $.organizations.links.until)}</HeadCell>
          <HeadCell className="pe-5" align="end">
            <span className="sr-only">{t(($) => $.organizations.links.end)}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {links.map((link) => (
          <LinkRow key={link.id} link={link} now={now} />
        ))}
      </tbody>
    </Table>
  )
}

function LinkRow({
  link: { id, label, purpose, role, prefix, uses, maxUses, expiresAt },
  now,
}: {
  link: InviteToken
  now: number
}) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const isUsedUp = maxUses !== null && uses >= maxUses
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now
  return (
    <Row>
      <Cell className="stacked-wide ps-5">
        <span className="grid">
          <span className="font-[560] whitespace-normal">{label}</span>
          <code className="font-mono text-xs text-ink-3">{prefix}…</code>
        </span>
      </Cell>
      <Cell data-label={t(($) => $.organizations.links.purpose)}>
        <span className="grid">
          {t(($) => $.organizations.links.purposes[purpose])}
          {role ? (
            <span className="text-xs text-ink-3">
              {t(($) => $.organizations.links.as, { role: t(($) => $.roles[role]) })}
            </span>
          ) : null}
        </span>
      </Cell>
      <Cell data-label={t(($) => $.organizations.links.uses)}>
        <span className="flex flex-wrap items-center gap-2">
          {maxUses === null ? uses : t(($) => $.organizations.links.usesOf, { uses, maxUses })}
          {isUsedUp ? <Pill meaning="doubt">{t(($) => $.organizations.links.usedUp)}</Pill> : null}
        </span>
      </Cell>
      <Cell data-label={t(($) => $.organizations.links.until)} className="text-ink-2">
        <span className="flex flex-wrap items-center gap-2">
          {expiresAt === null ? t(($) => $.organizations.links.always) : <Moment at={expiresAt} show="day" />}
          {isExpired ? <Pill meaning="doubt">{t(($) => $.organizations.links.expired)}</Pill> : null}
        </span>
      </Cell>
      <Cell className="stacked-wide pe-5" align="end">
        <span className="inline-block max-w-[22rem]">
          <Fold
            label={t(($) => $.organizations.links.end)}
            name={t(($) => $.organizations.links.endOf, { label })}
            variant="quiet"
          >
            <p>{t(($) => $.organizations.links.endQuestion)}</p>
            <Form method="post">
              <input type="hidden" name="inviteTokenId" value={id} />
              <Button type="submit" size="dense" variant="danger" aria-disabled={isSending}>
                {t(($) => $.organizations.links.endNow)}
              </Button>
            </Form>
          </Fold>
        </span>
      </Cell>
    </Row>
  )
}
