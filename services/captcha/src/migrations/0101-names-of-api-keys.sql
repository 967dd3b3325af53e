-- The table of API keys had another name once. In a database of that time its sequence and its constraints still do.
alter sequence if exists secret_keys_id_seq rename to api_keys_id_seq;
alter index if exists secret_keys_pkey rename to api_keys_pkey;
alter index if exists secret_keys_hash_key rename to api_keys_hash_key;
do $$
begin
  if exists (select from pg_constraint where conrelid = 'captcha.api_keys'::regclass and conname = 'secret_keys_site_id_fkey') then
    alter table captcha.api_keys rename constraint secret_keys_site_id_fkey to api_keys_site_id_fkey;
  end if;
end $$;
