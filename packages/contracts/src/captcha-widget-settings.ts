import { anybody } from './access.ts'
import { z } from 'zod'
import { defineRoute } from './route.ts'
import { lineOfText } from './wire.ts'

const colour = z.string().regex(/^#[\da-f]{6}$/iu)

/** Colours of one theme; what is left out is as the widget has it. */
export const widgetPaletteSchema = z.strictObject({
  background: colour.optional(),
  text: colour.optional(),
  border: colour.optional(),
  boxBackground: colour.optional(),
  boxBorder: colour.optional(),
  /** The three posts and the bar while the work is being done, and the ring of the focus. */
  accent: colour.optional(),
  success: colour.optional(),
  failure: colour.optional(),
})
export type WidgetPalette = z.infer<typeof widgetPaletteSchema>

/** How the widget looks; lengths in CSS pixels. */
export const widgetDesignSchema = z.strictObject({
  radius: z.int().min(0).max(24).optional(),
  boxRadius: z.int().min(0).max(12).optional(),
  borderWidth: z.int().min(0).max(4).optional(),
  light: widgetPaletteSchema.optional(),
  dark: widgetPaletteSchema.optional(),
})
export type WidgetDesign = z.infer<typeof widgetDesignSchema>

/** Texts of the widget that an owner may word otherwise; a test holds them and the widget's own texts together. */
export const widgetTextKeys = [
  'ready',
  'readyHint',
  'readyHintClick',
  'working',
  'workingMore',
  'passed',
  'passedHint',
  'expired',
  'expiredHint',
  'renewing',
  'renewed',
  'failed',
  'offline',
  'rateLimited',
  'throttled',
  'throttledHint',
  'misconfigured',
  'unavailable',
  'unsupported',
  'failover',
  'retry',
  'refused',
  'refusedHint',
  'required',
  'badge',
  'privacy',
] as const

/** How the widget shows itself on the pages of a site, as far as the page's own attributes say nothing else. */
export const widgetSettingsSchema = z.strictObject({
  theme: z.enum(['AUTO', 'LIGHT', 'DARK']).default('AUTO'),
  /** Only a small badge is shown unless something needs the visitor's eyes. */
  invisible: z.boolean().default(false),
  /** Without the name of this product. */
  whiteLabel: z.boolean().default(false),
  /** `https` address of the website's own privacy page; null for no link. */
  privacyUrl: z
    .url({ protocol: /^https$/u })
    .max(500)
    .nullable()
    .default(null),
  design: widgetDesignSchema.default({}),
  /** By language (two letters, maybe with a region), then by text. */
  translations: z
    .record(
      z.string().regex(/^[a-z]{2,3}(?:-[A-Z]{2})?$/u),
      z.partialRecord(z.enum(widgetTextKeys), z.string().trim().min(1).max(200).regex(lineOfText)),
    )
    .refine((languages) => Object.keys(languages).length <= 60, { message: 'too-many' })
    .default({}),
})
export type WidgetSettings = z.infer<typeof widgetSettingsSchema>

/** What a key that is only for tests does. */
export const testKinds = ['PASSES', 'FAILS', 'SPENT', 'STEP_UP'] as const
export type TestKind = (typeof testKinds)[number]

/** Site keys that everybody may know and that store nothing; they work on every page. */
export const testSiteKeys: Readonly<Record<TestKind, string>> = {
  PASSES: 'bsk_TestAlwaysPasses000000',
  FAILS: 'bsk_TestAlwaysFails0000000',
  SPENT: 'bsk_TestAlreadySpent000000',
  STEP_UP: 'bsk_TestForcesStepUp000000',
}

/** Their secret keys, which everybody may know too. */
export const testSecretKeys: Readonly<Record<TestKind, string>> = {
  PASSES: 'bsec_TestAlwaysPasses0000000000000000_37Csnv',
  FAILS: 'bsec_TestAlwaysFails00000000000000000_3N3tyG',
  SPENT: 'bsec_TestAlreadySpent0000000000000000_31Bsyu',
  STEP_UP: 'bsec_TestForcesStepUp0000000000000000_2rSS8h',
}

const own = widgetSettingsSchema.shape

/** What widgets may know of the settings: all of it is public. What is as the widget does it anyway is left out. */
export const publicWidgetSettingsSchema = z.strictObject({
  widget: z.strictObject({
    theme: own.theme.unwrap().optional(),
    /** Null for this and the next: the page cannot have it by an attribute either, as the plan does not include it. */
    invisible: own.invisible.unwrap().nullable().optional(),
    whiteLabel: own.whiteLabel.unwrap().nullable().optional(),
    privacyUrl: z.string().optional(),
    design: own.design.unwrap().optional(),
    translations: own.translations.unwrap().optional(),
  }),
  minimalData: z.boolean(),
  honeypots: z.boolean(),
  /** Whether a visitor for whom the service cannot be reached may send the form; the website then decides. */
  failover: z.boolean(),
  /** What the site key does, where it is one for tests. */
  test: z.enum(testKinds).nullable(),
})
export type PublicWidgetSettings = z.infer<typeof publicWidgetSettingsSchema>

export const captchaWidgetSettingsRoutes = {
  getWidgetSettings: defineRoute({
    id: 'getWidgetSettings',
    method: 'GET',
    path: '/captcha/v1/widget-settings/{siteKey}',
    access: anybody,
    summary: 'Get the settings the widget needs. Allowed from any origin; can be cached for a minute.',
    params: z.strictObject({ siteKey: z.string().max(64) }),
    response: { status: 200, schema: publicWidgetSettingsSchema },
    problems: ['site-key-unknown'],
  }),
}
