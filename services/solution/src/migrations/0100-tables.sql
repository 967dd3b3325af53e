-- Answers to creations with an idempotency key, without their secret key.
create table answers (
  user_id text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, key_hash)
);

-- Organizations of the partner programme, invitations, the three states of a solution, and who may touch what.
create table organizations (
  id uuid primary key,
  name text not null,
  kind text not null check (kind in ('AGENCY', 'RESELLER', 'AFFILIATE', 'COMPANY')),
  legal_name text,
  website text,
  contact_email text not null,
  country_code text not null,
  language text not null,
  vat_id text,
  register_number text,
  -- street, addressLine2, postalCode, city, region
  address jsonb not null default '{}',
  commission_preference text not null default 'PAYOUT' check (commission_preference in ('PAYOUT', 'CUSTOMER_DISCOUNT')),
  referral_code text not null unique,
  accepted_terms jsonb not null,
  verification text not null default 'UNVERIFIED' check (verification in ('UNVERIFIED', 'PENDING', 'VERIFIED', 'REJECTED', 'EXPIRED', 'REVOKED')),
  verification_reason text,
  verified_until timestamptz,
  -- Set when a change of name, country, VAT id or account makes us look again.
  payouts_frozen_until timestamptz,
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Deleted organizations keep their row for the books; nobody sees it any more.
  deleted_at timestamptz,
  paid_since timestamptz
);
create index organizations_created_by on organizations (created_by);
create index organizations_verified_until on organizations (verified_until) where verification = 'VERIFIED';

create table solutions (
  id uuid primary key,
  label text not null,
  type text not null check (type in ('CAPTCHA', 'MONITORING', 'BUNDLE_SECURITY')),
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  organization_id uuid references organizations on delete set null,
  timezone text not null default 'Etc/UTC',
  language text not null default 'en',
  notification_emails text[] not null default '{}',
  -- CANCEL_SCHEDULED until `ends_at`, then ENDED; DELETION_PENDING until `deleted_at`, then nothing is left but the number.
  lifecycle text not null default 'ACTIVE' check (lifecycle in ('ACTIVE', 'CANCEL_SCHEDULED', 'ENDED', 'DELETION_PENDING', 'DELETED')),
  ends_at timestamptz,
  deletion_at timestamptz,
  -- The organization that brought the customer by an invite token or link, and when.
  referred_by uuid references organizations on delete set null,
  referred_at timestamptz,
  -- What becomes of a solution, and what its locks do to the captcha.
  -- At the end of the period it is deleted rather than kept to be read.
  delete_at_end boolean not null default false,
  -- Erasing has begun, and cannot be taken back whatever the clocks of other processes say.
  erasing boolean not null default false,
  -- Counts every change of what the captcha has to know; `told_number` is the one that it was told last.
  restriction_number integer not null default 0,
  told_number integer not null default 0,
  -- Whoever deletes a solution may ask for an export, which is made and told of before anything is erased.
  export_requested_by text,
  export_id uuid,
  export_told_at timestamptz,
  -- Since when a solution, or one that an organization manages, has a plan that costs something; null while none does. Admins need a
  -- second factor 14 days later. Kept by the job alone: members have no right to write it.
  paid_since timestamptz,
  -- When the job last looked at an export: who waits longest is next, so that some that get no further hold nobody else up.
  export_tried_at timestamptz
);
create index solutions_created_by on solutions (created_by);
create index solutions_of_organization on solutions (organization_id, id desc) where organization_id is not null;
create index solutions_due on solutions (lifecycle, ends_at, deletion_at) where lifecycle <> 'ACTIVE';
create index solutions_untold on solutions (id) where told_number < restriction_number;

create table members (
  solution_id uuid not null references solutions on delete cascade,
  user_id text not null,
  role text not null check (role in ('VIEWER', 'MEMBER', 'ADMIN')),
  created_at timestamptz not null,
  primary key (solution_id, user_id)
);
-- Lists walk the solutions of a person from the newest on.
create index members_of_user on members (user_id, solution_id desc) include (role);

create table organization_members (
  organization_id uuid not null references organizations on delete cascade,
  user_id text not null,
  role text not null check (role in ('VIEWER', 'MEMBER', 'ADMIN')),
  created_at timestamptz not null,
  primary key (organization_id, user_id)
);
create index organization_members_of_user on organization_members (user_id, organization_id desc) include (role);

-- What was shown to prove who an organization is. Where a document names a person or an account, only its result is kept.
create table organization_evidence (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  kind text not null check (kind in ('EMAIL_DOMAIN', 'VAT_ID', 'REGISTER', 'BANK_ACCOUNT', 'MANUAL')),
  -- What was found, such as the consultation number of VIES; no secrets.
  details jsonb not null default '{}',
  status text not null check (status in ('OPEN', 'CONFIRMED', 'REFUSED')),
  created_by text not null,
  created_at timestamptz not null,
  decided_at timestamptz
);
create index organization_evidence_of on organization_evidence (organization_id, id);

create table locks (
  id uuid primary key,
  solution_id uuid not null references solutions on delete cascade,
  reason text not null check (reason in ('PAYMENT_OVERDUE', 'TRIAL_EXPIRED', 'QUOTA_EXCEEDED', 'ABUSE', 'TERMS_VIOLATION', 'SECURITY_INCIDENT', 'LEGAL_ORDER',
    'ACCOUNT_REVIEW', 'OWNER_REQUEST')),
  effect text not null check (effect in ('WORK_ONLY', 'REFUSE', 'RESULTS_REFUSED', 'READ_ONLY')),
  -- Text by language, for the members.
  public_message jsonb not null default '{}',
  locked_by text,
  locked_at timestamptz not null,
  locked_until timestamptz,
  unlocked_by text,
  unlocked_at timestamptz,
  -- When the members were told that this lock would come.
  notified_at timestamptz
);
create index locks_open on locks (solution_id) where unlocked_at is null;
create index locks_due on locks (locked_until) where unlocked_at is null and locked_until is not null;
create index locks_of_trials on locks (locked_at) where unlocked_at is null and reason = 'TRIAL_EXPIRED' and effect = 'WORK_ONLY';

create table invitations (
  id uuid primary key,
  solution_id uuid references solutions on delete cascade,
  organization_id uuid references organizations on delete cascade,
  email text not null,
  role text not null check (role in ('VIEWER', 'MEMBER', 'ADMIN')),
  language text not null,
  message text not null default '',
  -- SHA-256 of the token in the mail.
  token_hash bytea not null unique,
  status text not null default 'PENDING' check (status in ('PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED')),
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  resent_at timestamptz,
  decided_at timestamptz,
  check ((solution_id is null) <> (organization_id is null))
);
create unique index invitations_pending_of_solution on invitations (solution_id, email) where status = 'PENDING' and solution_id is not null;
create unique index invitations_pending_of_organization on invitations (organization_id, email) where status = 'PENDING' and organization_id is not null;
create index invitations_to on invitations (email) where status = 'PENDING';
create index invitations_of_solution on invitations (solution_id, id desc) where solution_id is not null;
create index invitations_of_organization on invitations (organization_id, id desc) where organization_id is not null;

create table invite_tokens (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  label text not null,
  purpose text not null check (purpose in ('REFERRAL', 'JOIN')),
  role text check (role in ('VIEWER', 'MEMBER')),
  -- SHA-256 of the token, and its first characters to recognise it by.
  token_hash bytea not null unique,
  prefix text not null,
  uses integer not null default 0,
  max_uses integer,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  check ((purpose = 'JOIN') = (role is not null))
);
create index invite_tokens_of on invite_tokens (organization_id, id desc);

-- What the tables of organizations, members, invitations and links need to hold their promises by themselves.
-- Holder and number of the account for payouts, encrypted by the service.
create table payout_accounts (
  organization_id uuid primary key references organizations on delete cascade,
  method text not null check (method = 'SEPA'),
  sealed bytea not null,
  changed_at timestamptz not null
);

-- Mails with invitations that somebody sent within the last hour, to limit them.
create table invitation_mails (
  sent_by text not null,
  at timestamptz not null
);
create index invitation_mails_of on invitation_mails (sent_by, at);

-- Since when an organization manages a solution for the first time. Who gives a solution back and takes it again begins no new time
-- in which it earns by it.
create table managements (
  solution_id uuid not null references solutions on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  first_at timestamptz not null,
  primary key (solution_id, organization_id)
);

-- Which versions of the agreement about processing visitors' data the admins of a solution have accepted. Never changed: a later
-- version is another row.
create table dpa_acceptances (
  solution_id uuid not null references solutions on delete cascade,
  version text not null,
  accepted_by text not null,
  accepted_at timestamptz not null,
  primary key (solution_id, version)
);

-- Links with a code are still around when its organization has taken another one. Nobody else gets it then, since customers would be
-- led to whom they were not sent to; who had it may take it again.
create table given_up_codes (
  code text primary key,
  organization_id uuid not null references organizations on delete cascade
);
