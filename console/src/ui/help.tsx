import { isHelpOpen, shortcuts } from './keyboard.ts';
import { Dialog } from './parts.tsx';

export function Help() {
  if (!isHelpOpen.value) return null;
  const close = () => {
    isHelpOpen.value = false;
  };
  return (
    <Dialog title="Keys" onClose={close}>
      <dl class="keys">
        {shortcuts.map(({ keys, what }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key, index) => (
                <kbd key={index}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
