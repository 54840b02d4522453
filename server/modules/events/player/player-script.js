// Plays the stream, shows captions, and says every 15 seconds that it is watched.
const { path, states, viewer, words } = JSON.parse(document.getElementById('page-data').textContent);
const at = (id) => document.getElementById(id);
const video = at('video');
const askEveryMs = 3_000;
const beatEveryMs = 15_000;
const skipSeconds = 5;
/** With captions: so far from the source that those typed live arrive before their second is shown. */
const captionLatency = 4;
/** A player that is later than this jumps to the source again. */
const latestSegments = 6;
let hls = null;
let wantedLatency = 0;
let isRefused = false;
let state = 'waiting';
let qualities = [];
/** When the player began: one that it cannot play is not tried again. */
let offered = [];

const isPlayable = () => state === 'live' || state === 'interrupted' || state === 'recording';

const showState = () => {
  at('state').textContent = state === 'live' || state === 'recording' ? states[state] : '';
  at('note').textContent = isRefused ? words.failed : states[state];
  at('note').hidden = isPlayable() && state !== 'interrupted' && hls !== null;
};

const chooseCaptions = () => {
  const wanted = at('captions').value;
  if (hls) hls.subtitleTrack = hls.subtitleTracks.findIndex(({ lang }) => lang === wanted);
  for (const track of video.textTracks) track.mode = track.language === wanted && wanted ? 'showing' : 'disabled';
  keepDistance();
};

const keepDistance = () => {
  const { latency = 0, latestLevelDetails: details } = hls ?? {};
  if (!details?.live) return;
  const wanted = at('captions').value ? captionLatency : details.partHoldBack || captionLatency;
  // Set once: hls.js adds to it after each time that the picture stood still.
  if (wantedLatency !== wanted) hls.targetLatency = wanted;
  wantedLatency = wanted;
  // By itself a player goes nearer to the source, and never away from it.
  const back = wanted - latency;
  if (at('captions').value && latency > 0 && back > 1 && !video.seeking) video.currentTime -= back;
};

const qualityName = ({ bitrate, height }) => (height ? `${height}p` : `${(bitrate / 1e6).toFixed(1)} Mbit/s`);

/** The last part of the address of its playlist, as the state names it. */
const fileOf = ({ url }) => (Array.isArray(url) ? url[0] : url).replace(/^.*\//, '').replace(/\?.*$/, '');

/** What the encoder publishes can change: one that ends is left out, and the player begins again for one that is new. */
const followQualities = (files) => {
  if (!hls?.removeLevel || hls.levels.length === 0 || files.length === 0) return;
  const known = hls.levels.map(fileOf);
  const isNew = files.some((file) => !known.includes(file) && !offered.includes(file));
  const gone = known.flatMap((file, n) => (files.includes(file) ? [] : [n])).reverse();
  if (isNew || gone.includes(hls.currentLevel)) {
    stop();
    begin();
    return;
  }
  for (const n of gone) hls.removeLevel(n);
  if (gone.length > 0) showQualities();
};

const showQualities = () => {
  const { levels } = hls;
  const list = at('quality');
  at('quality-label').hidden = levels.length < 2;
  at('only-quality').hidden = levels.length !== 1;
  at('only-quality').textContent = levels.length === 1 ? `${words.quality}: ${qualityName(levels[0])}` : '';
  list.length = 1;
  for (const [n, level] of levels.entries()) list.append(new Option(qualityName(level), String(n)));
  list.value = hls.autoLevelEnabled ? '-1' : String(hls.currentLevel);
};

const showLevel = (_event, { level }) => {
  at('quality').options[0].textContent = `${words.automatic} (${qualityName(hls.levels[level])})`;
};

const stop = () => {
  hls.destroy();
  hls = null;
  wantedLatency = 0;
};

const begin = () => {
  const source = `${path}/master.m3u8`;
  offered = qualities;
  if (!globalThis.Hls?.isSupported()) {
    // Safari on phones plays it by itself.
    if (video.canPlayType('application/vnd.apple.mpegurl')) video.src = source;
    else at('note').textContent = words.failed;
    hls = video.src ? { subtitleTracks: [], subtitleTrack: -1, levels: [] } : null;
    showState();
    return;
  }
  hls = new Hls({
    enableWorker: false,
    lowLatencyMode: true,
    maxLiveSyncPlaybackRate: 1.1,
    backBufferLength: 60,
  });
  // hls.js takes this beside a latency in seconds only here.
  hls.config.liveMaxLatencyDurationCount = latestSegments;
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    showQualities();
    video.play().catch(() => {
      // Sound has to be asked for: it begins without.
      video.muted = true;
      return video.play().catch(() => undefined);
    });
  });
  hls.on(Hls.Events.SUBTITLE_TRACKS_UPDATED, chooseCaptions);
  hls.on(Hls.Events.LEVEL_SWITCHED, showLevel);
  hls.on(Hls.Events.LEVEL_LOADED, keepDistance);
  hls.on(Hls.Events.ERROR, (_event, { details, fatal, type }) => {
    if (!fatal) return;
    isRefused = details === Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR;
    if (type === Hls.ErrorTypes.MEDIA_ERROR) {
      hls.recoverMediaError();
      return;
    }
    stop();
    showState();
  });
  hls.loadSource(source);
  hls.attachMedia(video);
  showState();
};

const ask = async () => {
  try {
    const answer = await fetch(`${path}/state`);
    if (answer.ok) ({ state, qualities } = await answer.json());
  } catch {
    // Asked again below.
  }
  if (isPlayable() && !hls) begin();
  else if (state === 'live') followQualities(qualities);
  showState();
  // While it plays, the playlist says first what changes.
  setTimeout(ask, hls && state !== 'interrupted' ? beatEveryMs : askEveryMs);
};

const id = viewer ? `/${crypto.randomUUID()}` : '';
const beat = (event) => navigator.sendBeacon?.(`${path}/alive/${event}${id}`) ?? false;
setInterval(() => {
  if (!video.paused && isPlayable()) beat('heartbeat');
}, beatEveryMs);
setInterval(() => {
  const seconds = hls?.latency ?? 0;
  video.dataset.latency = seconds.toFixed(2);
  at('delay').textContent = state === 'live' && seconds > 0 ? words.delay.replace('{seconds}', seconds.toFixed(0)) : '';
}, 1_000);
video.addEventListener('playing', () => beat('heartbeat'));
addEventListener('pagehide', () => beat('leave'));

at('captions').addEventListener('change', chooseCaptions);
at('quality').addEventListener('change', ({ target }) => {
  hls.currentLevel = Number(target.value);
});

const keys = {
  ' ': () => (video.paused ? video.play() : video.pause()),
  k: () => (video.paused ? video.play() : video.pause()),
  m: () => {
    video.muted = !video.muted;
  },
  c: () => {
    const list = at('captions');
    list.selectedIndex = list.selectedIndex > 0 ? 0 : Math.min(1, list.options.length - 1);
    chooseCaptions();
  },
  f: () => (document.fullscreenElement ? document.exitFullscreen() : video.requestFullscreen()),
  ArrowLeft: () => {
    video.currentTime -= skipSeconds;
  },
  ArrowRight: () => {
    video.currentTime += skipSeconds;
  },
};
addEventListener('keydown', (event) => {
  const { altKey, ctrlKey, key, metaKey, target } = event;
  // The video's own controls and lists have these keys already.
  if (altKey || ctrlKey || metaKey || target.closest?.('select, a, button, input')) return;
  const known = keys[key.length === 1 ? key.toLowerCase() : key];
  if (!known) return;
  event.preventDefault();
  known();
});
showState();
ask();
