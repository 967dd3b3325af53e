import { commissionPreferences, payoutFreezeDays } from '@bollard/contracts'
import { type Language, languageNames } from '@bollard/i18n'
import { useIsSending, useSite, textOf } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { Alert, Button, Card, CardHeader, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form } from 'react-router'
import { Fact, FactList } from '../../solution/verification/fact-list.tsx'
import { act } from '../../request/act.server.ts'
import { AddressFields, useAddressLabels } from './address-fields.tsx'
import { presentScheme } from '../earns.ts'
import { type Countries, LegalFields, PublicFields, useFactLabels, useFactWords } from '../organization-fields.tsx'
import { OrganizationProblem } from '../organization-problem.tsx'
import { asSent, factsDto, readAddress, readFacts } from '../read-form.ts'
import { SettingsPage } from './settings-page.tsx'
import { useFormWords } from '../use-form-words.ts'
import { useOrganization } from '../use-organization.ts'
import { requireId } from '../../request/require-id.server.ts'
import type { Route } from './+types/general.ts'
import { WhoMay } from '../../frame/needs-role.tsx'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { items } = await load(
    context,
    request,
    apiOf(context, request).listCountries({ language: params.language, set: 'ALL' }),
  )
  return { countries: items }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const form = await request.formData()
  const facts = readFacts(form)
  const address = readAddress(form)
  const rest = {
    referralCode: textOf(form, 'referralCode').trim().toUpperCase(),
    commissionPreference: textOf(form, 'commissionPreference').trim(),
  }
  const typed = { ...facts, ...rest, address, version: Number(textOf(form, 'version').trim()) }
  const organizationUpdateDto = {
    ...factsDto(facts),
    address,
    version: typed.version,
    ...(rest.referralCode === '' ? {} : { referralCode: rest.referralCode }),
    ...(rest.commissionPreference === ''
      ? {}
      : { commissionPreference: asSent<'PAYOUT' | 'CUSTOMER_DISCOUNT'>(rest.commissionPreference) }),
  }
  const answer = await act(
    { request, context },
    apiOf(context, request).updateOrganization({ organizationId, organizationUpdateDto }),
  )
  if (answer.ok) return data({ saved: true, typed: null, problem: null })
  return data({ saved: false, typed, problem: answer.problem }, { status: answer.problem.status })
}

export default function OrganizationGeneral({ loaderData: { countries }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { organization } = useOrganization()
  return (
    <SettingsPage section="general" subtitle={t(($) => $.organizations.general.about)}>
      {actionData?.saved ? <Alert kind="success">{t(($) => $.organizations.general.saved)}</Alert> : null}
      {organization.myRole === 'ADMIN' ? (
        // A saved form shows what the service made of it.
        <GeneralForm
          key={organization.version}
          countries={countries}
          typed={actionData?.typed ?? null}
          problem={actionData?.problem ?? null}
        />
      ) : (
        <Read countries={countries} />
      )}
    </SettingsPage>
  )
}

type Answer = NonNullable<Route.ComponentProps['actionData']>

function GeneralForm({
  countries,
  typed,
  problem,
}: {
  countries: Countries
  typed: Answer['typed']
  problem: Answer['problem']
}) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { organization } = useOrganization()
  const { errorOf, formProps } = useFormWords(problem, useFactWords(), ['kind', 'countryCode'])
  const stored = {
    ...organization,
    website: organization.website ?? '',
    legalName: organization.legalName ?? '',
    vatId: organization.vatId ?? '',
    registerNumber: organization.registerNumber ?? '',
  }
  const values = typed ?? stored
  const labels = {
    ...useFactLabels(),
    ...useAddressLabels(),
    referralCode: t(($) => $.organizations.fields.referralCode),
  }
  return (
    <Form method="post" className="grid gap-4" {...formProps}>
      {/* Somebody else's change in the meantime is found by it, also when the form is sent once more. */}
      <input type="hidden" name="version" value={values.version} />
      <OrganizationProblem problem={problem} labels={labels} errorOf={errorOf} />
      <Card className="grid gap-5 sm:p-6">
        <CardHeader className="!mb-0" title={t(($) => $.organizations.fields.public)} />
        <PublicFields values={values} errorOf={errorOf} />
      </Card>
      <Card className="grid gap-5 sm:p-6">
        <CardHeader className="!mb-0" title={t(($) => $.organizations.fields.legal)} />
        {organization.verification.status === 'UNVERIFIED' ? null : (
          <Alert kind="warning">{t(($) => $.organizations.general.resets, { days: payoutFreezeDays })}</Alert>
        )}
        <LegalFields values={values} countries={countries} errorOf={errorOf} />
        <AddressFields values={values.address} errorOf={errorOf} />
      </Card>
      <Card className="grid gap-5 sm:p-6">
        <CardHeader className="!mb-0" title={t(($) => $.organizations.general.programme)} />
        <TextField
          id="referralCode"
          name="referralCode"
          label={labels.referralCode}
          hint={t(($) => $.organizations.referralCodeAbout)}
          error={errorOf('referralCode')}
          required
          minLength={4}
          maxLength={20}
          autoCapitalize="characters"
          spellCheck={false}
          autoComplete="off"
          defaultValue={values.referralCode}
        />
        {presentScheme(organization.kind) ? <PreferenceChoice chosen={values.commissionPreference} /> : null}
      </Card>
      <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
        {isSending ? t(($) => $.organizations.saving) : t(($) => $.organizations.save)}
      </Button>
    </Form>
  )
}

function PreferenceChoice({ chosen }: { chosen: string }) {
  const { t } = useTranslation()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-[520]">{t(($) => $.organizations.general.preference)}</legend>
      {commissionPreferences.map((preference) => (
        <label
          key={preference}
          className="flex cursor-pointer items-start gap-3 rounded-md border border-line-strong px-4 py-3 hover:border-ink-3 has-checked:border-ink has-checked:bg-sunken"
        >
          <input
            type="radio"
            name="commissionPreference"
            value={preference}
            defaultChecked={chosen === preference}
            className="mt-1 size-4 shrink-0 accent-amber"
          />
          <span className="grid gap-0.5 text-sm font-[560]">
            {t(($) => $.organizations.general.preferences[preference].name)}
            <span className="font-[400] text-ink-2">
              {t(($) => $.organizations.general.preferences[preference].about)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** For those who may look and not change. */
function Read({ countries }: { countries: Countries }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { organization } = useOrganization()
  const labels = useFactLabels()
  const { address, countryCode } = organization
  const none = t(($) => $.organizations.general.notGiven)
  const lines = [
    address.street,
    address.addressLine2,
    `${address.postalCode} ${address.city}`.trim(),
    address.region,
  ].filter(Boolean)
  const spoken: Record<Language, string> = languageNames
  return (
    <Card>
      <Alert className="mb-5">
        <WhoMay>{t(($) => $.organizations.general.readOnly, { role: t(($) => $.roles[organization.myRole]) })}</WhoMay>
      </Alert>
      <FactList>
        <Fact name={labels.name}>{organization.name}</Fact>
        <Fact name={labels.kind}>{t(($) => $.organizations.kinds[organization.kind].name)}</Fact>
        <Fact name={labels.contactEmail}>{organization.contactEmail}</Fact>
        <Fact name={labels.website}>{organization.website ?? none}</Fact>
        <Fact name={labels.language}>{spoken[organization.language]}</Fact>
        <Fact name={labels.legalName}>{organization.legalName ?? none}</Fact>
        <Fact name={t(($) => $.organizations.fields.address)}>
          {lines.length === 0
            ? none
            : lines.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
        </Fact>
        <Fact name={labels.countryCode}>
          {countries.find(({ code }) => code === countryCode)?.name ?? countryCode.toLocaleUpperCase(language)}
        </Fact>
        <Fact name={labels.vatId}>{organization.vatId ?? none}</Fact>
        <Fact name={labels.registerNumber}>{organization.registerNumber ?? none}</Fact>
      </FactList>
    </Card>
  )
}
