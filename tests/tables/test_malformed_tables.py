"""Whatever stands in a file of tables: it is read, or each fault is told with the file.

`benchmarks/malformed_files.py` tries ten thousand of them and takes the time of each.
"""

from hypothesis import given, settings

from tests.tables import malformed as made


@given(made.malformed())
@settings(max_examples=250)
def test_a_malformed_file_is_read_or_its_faults_are_told(tmp_path_factory, file):
    folder = tmp_path_factory.mktemp("malformed")

    problems = made.examine(folder, *file)

    assert all(problem.file and problem.remedy for problem in problems)


def test_the_files_are_sound_before_they_are_spoilt(tmp_path):
    for name, text in made.SOUND.items():
        assert made.examine(tmp_path, name, text.encode()) == []
