-- The identity site has a captcha of its own, so there is a row for each of our sites.
alter table server.website_site rename to own_sites;
alter table server.own_sites drop column only_row;
alter table server.own_sites add column name text not null default 'website' check (name in ('website', 'identity'));
alter table server.own_sites alter column name drop default;
alter table server.own_sites add primary key (name);
