-- What a site learns in an hour, and from one network, over all processes: when all of it will be worked off. Of a network there is only the
-- keyed name, as in network_history; 0 stands for the site.
create table action_paces (
  site_id int not null references sites (id) on delete cascade,
  mark bigint not null,
  done_at timestamptz not null,
  primary key (site_id, mark)
);
