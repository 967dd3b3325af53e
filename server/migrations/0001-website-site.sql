-- Keys of the captcha on our own website. The secret key is kept readable, because the sites process
-- needs it after every start and this key guards nothing but the demo.
create table server.website_site (
  only_row boolean primary key default true check (only_row),
  solution_id uuid not null,
  hostname text not null,
  site_key text not null,
  secret_key text not null
);
