import { fetchFromPortal } from '../loci.ts';
import { mountIsland } from '../mount-island.ts';
import { localTimes } from '../page/local-times.ts';
import { texts } from '../texts.ts';
import { UploadPanel } from '../uploads/upload-panel.tsx';
import { useUploads } from '../uploads/use-uploads.ts';
import { sendArtifactTo } from './send-artifact.ts';

/** The part of the page that lists the files of the folder. */
const LIST = '.artifact-list';

/** Saves files that are dropped or chosen in a folder. */
function Artifacts({ folder }: { folder: string }) {
  const labels = texts.artifacts;
  const uploads = useUploads(sendArtifactTo(folder), () => void reloadList());
  return (
    <UploadPanel
      uploads={uploads}
      kind={{
        hint: labels.uploadHint,
        reading: labels.saving,
        describe: ({ path }) => ({
          href: `/artifacts/file?path=${encodeURIComponent(path)}`,
          text: labels.saved(path),
        }),
      }}
    />
  );
}

/** Replaces the list of files by the one that the server renders now. A failure leaves the list as it is. */
async function reloadList(): Promise<void> {
  const response = await fetchFromPortal(location.href).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const list = page.querySelector(LIST);
  if (list === null) return;
  localTimes(list);
  document.querySelector(LIST)?.replaceWith(list);
}

mountIsland('artifacts', Artifacts);
