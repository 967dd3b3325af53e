export { fillText } from './fill-text.ts'
export { defaultLanguage, isLanguage, languages, languageNames, locales, type Language } from './languages.ts'
export type {
  DashboardTexts,
  ElementTexts,
  IdentityTexts,
  ReasonTexts,
  SharedTexts,
  StructureTexts,
  WebsiteTexts,
} from './text-shapes.ts'
