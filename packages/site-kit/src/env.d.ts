interface ImportMetaEnv {
  readonly SITE_NAME?: 'website' | 'identity' | 'dashboard'
}
interface ImportMeta {
  readonly env: ImportMetaEnv
}
