import { commissionPreferences, payoutFreezeDays } from '@bollard/contracts'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { Alert, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { WhoMay } from '../../frame/needs-role.tsx'
import { heldSection } from '../../sections/save-section.server.ts'
import { Sections } from '../../sections/sections.tsx'
import { SettingsSection } from '../../sections/settings-section.tsx'
import type { Values } from '../../sections/setting-values.ts'
import { presentScheme } from '../earns.ts'
import { LegalFields, PublicFields, useFactLabels, useFactWords } from '../organization-fields.tsx'
import type { TypedAddress, TypedFacts } from '../read-form.ts'
import { useOwnWords } from '../use-form-words.ts'
import { useOrganization } from '../use-organization.ts'
import type { Route } from './+types/general.ts'
import { AddressFields, useAddressLabels } from './address-fields.tsx'
import { saveOrganization, savedOf, sections } from './save-organization.server.ts'
import { SettingsPage } from './settings-page.tsx'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const api = apiOf(context, request)
  const [{ items }, organization, held] = await Promise.all([
    load(context, request, api.listCountries({ language: params.language, set: 'ALL' })),
    load(context, request, api.getOrganization({ organizationId })),
    heldSection({ context, request }, organizationId, Object.keys(sections)),
  ])
  return { countries: items, saved: savedOf(organization), held }
}

export function action({ request, context, params }: Route.ActionArgs) {
  return saveOrganization({ context, request, organizationId: requireId(context, request, params.organizationId) })
}

export default function OrganizationGeneral({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { organization } = useOrganization()
  const { countries, saved, held } = loaderData
  const isAdmin = organization.myRole === 'ADMIN'
  const problems = t(($) => $.organizations.problems, { returnObjects: true })
  const say = useOwnWords(useFactWords(), ['kind', 'countryCode'])
  const { name, kind, contactEmail, website, language, ...legal } = useFactLabels()
  const ofPublic = { name, kind, contactEmail, website, language }
  const ofLegal = { ...legal, ...useAddressLabels() }
  const hasChoice = presentScheme(organization.kind) !== null
  const ofProgramme = {
    referralCode: t(($) => $.organizations.fields.referralCode),
    ...(hasChoice ? { commissionPreference: t(($) => $.organizations.general.preference) } : {}),
  }
  return (
    <SettingsPage section="general" subtitle={t(($) => $.organizations.general.about)}>
      {isAdmin ? null : (
        <Alert>
          <WhoMay>
            {t(($) => $.organizations.general.readOnly, { role: t(($) => $.roles[organization.myRole]) })}
          </WhoMay>
        </Alert>
      )}
      <Sections mayChange={isAdmin} answer={actionData} held={held}>
        <SettingsSection
          name="public"
          title={t(($) => $.organizations.fields.public)}
          labels={ofPublic}
          saved={pick(saved, ofPublic)}
          words={problems}
        >
          {({ shown, errorOf }) => <PublicFields values={textsOf<TypedFacts>(shown)} errorOf={say(errorOf)} />}
        </SettingsSection>
        <SettingsSection
          name="legal"
          title={t(($) => $.organizations.fields.legal)}
          labels={ofLegal}
          saved={pick(saved, ofLegal)}
          words={problems}
        >
          {({ shown, errorOf }) => (
            <>
              {organization.verification.status === 'UNVERIFIED' ? null : (
                <Alert kind="warning">{t(($) => $.organizations.general.resets, { days: payoutFreezeDays })}</Alert>
              )}
              <LegalFields values={textsOf<TypedFacts>(shown)} countries={countries} errorOf={say(errorOf)} />
              <AddressFields values={addressOf(shown)} errorOf={errorOf} />
            </>
          )}
        </SettingsSection>
        <SettingsSection
          name="programme"
          title={t(($) => $.organizations.general.programme)}
          labels={ofProgramme}
          saved={pick(saved, ofProgramme)}
          words={problems}
        >
          {({ shown, errorOf }) => (
            <>
              <TextField
                id="referralCode"
                name="referralCode"
                label={ofProgramme.referralCode}
                hint={t(($) => $.organizations.referralCodeAbout)}
                error={say(errorOf)('referralCode')}
                required
                minLength={4}
                maxLength={20}
                autoCapitalize="characters"
                spellCheck={false}
                autoComplete="off"
                defaultValue={String(shown['referralCode'] ?? '')}
              />
              {hasChoice ? <PreferenceChoice chosen={String(shown['commissionPreference'] ?? '')} /> : null}
            </>
          )}
        </SettingsSection>
      </Sections>
    </SettingsPage>
  )
}

const pick = (saved: Values, labels: Readonly<Record<string, string>>): Values =>
  Object.fromEntries(Object.keys(labels).map((name) => [name, saved[name]]))

/** All that stands in fields here is text. */
const textsOf = <Texts,>(values: Values): Texts =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')])) as Texts

const addressOf = (values: Values): TypedAddress =>
  textsOf(
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        name.startsWith('address/') ? [[name.slice('address/'.length), value]] : [],
      ),
    ),
  )

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
