import { textOf } from '@bollard/site-kit'
import { requireId, scopeOf } from '@bollard/site-kit/server'
import { Button, buttonClass, controlClass, classNames, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { CaptchaSettingsPage } from '../captcha-settings-page.tsx'
import { changeSettings } from '../change-settings.server.ts'
import { loadSettings } from '../load-settings.server.ts'
import { type SectionForm, SettingsSection } from '../../../sections/settings-section.tsx'
import { valuesOf, withValues } from '../../../sections/setting-values.ts'
import type { Route } from './+types/widget.ts'
import { defaultTexts, widgetLanguages } from './default-texts.server.ts'
import { draftDesign, LookFields } from './look-fields.tsx'
import { colours, lengths, lookNames } from './look-names.ts'
import { WidgetPreview } from './widget-preview.tsx'
import { heldSection } from '../../../sections/save-section.server.ts'

const textNames = (tag: string, texts: readonly { key: string }[]) =>
  texts.map(({ key }) => `widget/translations/${tag}/${key}`)
const sectionOf = (tag: string) => `texts-${tag}`

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const scope = scopeOf(context, request)
  scope.showsWidget = true
  const asked = new URL(request.url).searchParams.get('texts') ?? scope.language
  const tag = defaultTexts(asked) === null ? 'en' : asked
  const [loaded, held] = await Promise.all([
    loadSettings(context, request, solutionId),
    heldSection({ context, request }, solutionId, ['look', sectionOf(tag)]),
  ])
  return { ...loaded, held, tag, texts: defaultTexts(tag) ?? [], languages: widgetLanguages(scope.language) }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const sender = { request, context, solutionId: requireId(context, request, params.solutionId) }
  const tag = textOf(await request.clone().formData(), 'tag')
  return changeSettings(sender, { look: lookNames, [sectionOf(tag)]: textNames(tag, defaultTexts(tag) ?? []) })
}

export default function WidgetSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { settings, admins, held, tag, texts } = loaderData
  const { design, whiteLabel, privacyUrl } = settings.widget
  const labels = useLookLabels()
  return (
    <CaptchaSettingsPage tab="widget" admins={admins} answer={actionData} held={held}>
      <SettingsSection
        name="look"
        title={t(($) => $.captchaSettings.sections.look.title)}
        about={t(($) => $.captchaSettings.sections.look.about)}
        labels={labels}
        saved={valuesOf(settings, lookNames)}
      >
        {(form) => (
          <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="grid min-w-0 content-start gap-6">
              <LookFields form={form} loaded={loaderData} />
            </div>
            <div className="max-xl:order-first xl:sticky xl:top-20 xl:self-start">
              <WidgetPreview
                themes={['light', 'dark']}
                look={{
                  design: draftDesign(form, loaderData),
                  language: tag,
                  whiteLabel: form.draft['widget/whiteLabel'] === true,
                  privacyUrl: httpsOf(form.draft['widget/privacyUrl']),
                }}
              />
            </div>
          </div>
        )}
      </SettingsSection>
      <TextLanguage languages={loaderData.languages} tag={tag} />
      <SettingsSection
        // Another language is another form.
        key={tag}
        name={sectionOf(tag)}
        title={t(($) => $.captchaSettings.sections.texts.title, {
          language: loaderData.languages.find((one) => one.tag === tag)?.name ?? tag,
        })}
        about={t(($) => $.captchaSettings.sections.texts.about)}
        labels={Object.fromEntries(texts.map(({ key }) => [`widget/translations/${tag}/${key}`, textLabel(t, key)]))}
        saved={valuesOf(settings, textNames(tag, texts))}
        hidden={{ tag }}
      >
        {(form) => (
          <>
            <WidgetPreview
              themes={['light']}
              look={{
                design,
                translations: withValues(settings, form.draft).widget.translations,
                language: tag,
                whiteLabel,
                privacyUrl: privacyUrl ?? '',
              }}
            />
            <div className="grid gap-5 xl:grid-cols-2">
              {texts.map(({ key, text }) => (
                <TextRow
                  key={key}
                  name={`widget/translations/${tag}/${key}`}
                  label={textLabel(t, key)}
                  text={text}
                  tag={tag}
                  form={form}
                />
              ))}
            </div>
          </>
        )}
      </SettingsSection>
    </CaptchaSettingsPage>
  )
}

/** The language of the texts is in the address, so that it can be shared. */
function TextLanguage({ languages, tag }: { languages: readonly { tag: string; name: string }[]; tag: string }) {
  const { t } = useTranslation()
  return (
    <Form method="get" preventScrollReset className="flex flex-wrap items-end gap-3 pt-2">
      <label className="grid gap-1.5 text-sm font-[520]">
        {t(($) => $.captchaSettings.textLanguage)}
        <select
          // Going back leads to the language before.
          key={tag}
          name="texts"
          defaultValue={tag}
          className={classNames(controlClass, 'h-11 min-w-60 px-3 text-base')}
        >
          {languages.map((one) => (
            <option key={one.tag} value={one.tag}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className={buttonClass()}>
        {t(($) => $.captchaSettings.showTexts)}
      </button>
    </Form>
  )
}

function TextRow({
  name,
  label,
  text,
  tag,
  form,
}: {
  name: string
  label: string
  text: string
  tag: string
  form: SectionForm
}) {
  const { t } = useTranslation()
  const shown = form.shown[name]
  const isOwn = form.draft[name] !== undefined
  const reset = (button: HTMLButtonElement) => {
    const field = button.form?.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement)) return
    field.value = ''
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }
  return (
    <div className="grid max-w-[44rem] gap-x-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <TextField
        id={name}
        name={name}
        label={label}
        lang={tag}
        dir="auto"
        maxLength={200}
        error={form.errorOf(name)}
        placeholder={text}
        autoComplete="off"
        defaultValue={typeof shown === 'string' ? shown : ''}
      />
      {isOwn ? (
        <Button
          data-needs-js
          size="dense"
          variant="quiet"
          className="self-end sm:mb-[5px]"
          aria-label={t(($) => $.captchaSettings.resetNamed, { text: label })}
          onClick={({ currentTarget }) => reset(currentTarget)}
        >
          {t(($) => $.captchaSettings.reset)}
        </Button>
      ) : null}
    </div>
  )
}

function textLabel(t: ReturnType<typeof useTranslation>['t'], key: string): string {
  const labels: Readonly<Record<string, string>> = t(($) => $.captchaSettings.widgetTexts, { returnObjects: true })
  return labels[key] ?? key
}

function useLookLabels(): Record<string, string> {
  const { t } = useTranslation()
  return {
    'widget/theme': t(($) => $.captchaSettings.fields.theme.label),
    'widget/invisible': t(($) => $.captchaSettings.fields.invisible.label),
    'widget/whiteLabel': t(($) => $.captchaSettings.fields.whiteLabel.label),
    'widget/privacyUrl': t(($) => $.captchaSettings.fields.privacyUrl.label),
    ...Object.fromEntries(
      lengths.map(({ name }) => [`widget/design/${name}`, t(($) => $.captchaSettings.lengths[name])]),
    ),
    ...Object.fromEntries(
      (['light', 'dark'] as const).flatMap((theme) =>
        colours.map((colour) => [
          `widget/design/${theme}/${colour}`,
          `${t(($) => $.captchaSettings.palettes[theme])}: ${t(($) => $.captchaSettings.colours[colour])}`,
        ]),
      ),
    ),
  }
}

/** Nothing else may become a link in the preview. */
function httpsOf(value: unknown): string {
  return typeof value === 'string' && value.startsWith('https://') ? value : ''
}
